// Buys when the close leaves a channel upwards. A stop below the entry and a target above it close the position.
//
// Entry    the close is above the high of the 10 days before: buy at the next open
// Exit     a stop 2 ATR below the fill and a target 3 ATR above it, sent each day from the close of the day of the fill on
// Size     a fixed number of shares
// Assumes  that a breakout continues for a few days; the target does not wait for a long trend
// Weak     in a sideways market, and after a long rise whose last breakout fails

symbol('SPY');
bars('day');
allow('LongOnly');
order({ quantity: param('shares', 100) });

const period = param('period', 10); // days, 10 to 55
const stopRanges = param('stopRanges', 2); // ATR, 1 to 3
const targetRanges = param('targetRanges', 3); // ATR, 2 to 6

const channel = trend(donchian(period));
const range = atr(param('rangePeriod', 10)); // days, 10 to 30

// The bracket keeps the distance that was right when the position was opened.
let entryRange = 0;

onBar((bar) => {
  if (position.isFlat) {
    // The band of the bar before: the present bar is part of its own channel.
    if (!hasOpenOrders() && bar.close > channel.upper.before) {
      entryRange = range.last;
      buy();
    }
    return;
  }
  // Orders are good for the day, so the bracket is sent again for the next one.
  if (!hasOpenOrders()) {
    sell(position.quantity, { stop: position.averagePrice - stopRanges * entryRange });
    sell(position.quantity, { price: position.averagePrice + targetRanges * entryRange });
  }
});

onOrder((done) => {
  // One of the two closed the position: the other one must not open a new one.
  if (done.isFilled && position.isFlat) cancelAll();
});
