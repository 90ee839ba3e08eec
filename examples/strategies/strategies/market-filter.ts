// Buys new highs of one symbol, and holds them, only while the market is above its average.
//
// Entry    SPY closes above its average of 200 days, and the symbol closes above the highs of the 20 days before: buy at the next open
// Exit     SPY closes below its average, or the symbol closes below the lows of the 10 days before: sell at the next open
// Size     a fixed number of shares
// Assumes  that most symbols fall together, and that new highs fail more often while the market falls
// Weak     when the market turns around its average, and for a symbol that moves against the market

symbol('QQQ');
bars('day');
allow('LongOnly');

const shares = param('shares', 100);
const entryDays = param('entryDays', 20); // days, 10 to 60
const exitDays = param('exitDays', 10); // days, 5 to 30

// Bars of another symbol: they are read, and never traded.
const spy = security(param('market', 'SPY'));
const average = trend(spy.sma(param('marketDays', 200))); // days, 50 to 250
const highs = trade(donchian(entryDays));
const lows = donchian(exitDays);

onBar((bar) => {
  const isUp = spy.close.last > average.last;
  // The bands of the bar before: the present bar is part of its own channel.
  if (!isUp || bar.close < lows.lower.before) return void goFlat();
  if (position.isFlat && !hasOpenOrders() && bar.close > highs.upper.before) goLong(shares);
});
