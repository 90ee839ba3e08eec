// Waits until volatility has contracted, and follows the direction in which it expands. After Carter, Mastering the Trade, 2005.
//
// Entry    the Bollinger bands lay within the Keltner channel for five bars or more, and leave it: in the direction of the close from the middle
// Exit     a trailing stop at 3 ATR
// Size     a fixed number of shares
// Assumes  that a quiet market becomes a moving one, and that its first direction is right more often than not
// Weak     when the first move is a feint: the position stands on the wrong side of the real one

symbol('SPY');
bars('30 minutes');

const shares = param('shares', 100);
const period = param('period', 20); // bars, 15 to 30
const minBars = param('minBars', 5); // bars of contraction, 3 to 10
const trailRanges = param('trailRanges', 3); // ATR, 2 to 5

const bands = trend(bb(period, param('deviations', 2))); // 1.5 to 2.5
const channel = keltner(period, period, param('channelRanges', 1.5)); // 1 to 2; wider means more contractions
const range = trade(atr(period));

let contractedBars = 0;

onBar((bar) => {
  const isContracted = bands.upper.last < channel.upper.last && bands.lower.last > channel.lower.last;
  const isExpanding = !isContracted && contractedBars >= minBars;
  contractedBars = isContracted ? contractedBars + 1 : 0;
  // After the last bar of a session the market is closed.
  if (!isExpanding || bar.isLast || !position.isFlat || hasOpenOrders()) return;
  const exits = { trail: { amount: trailRanges * range.last } };
  if (bar.close > bands.middle.last) buy(shares, { exits });
  else short(shares, { exits });
});
