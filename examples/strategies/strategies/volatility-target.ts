// Holds the market while it is above its average, the larger the calmer it is. A plain form of volatility targeting, as trend funds size their positions.
//
// Entry    a close above the 100-day average: long
// Exit     a close below it: flat
// Size     a day of average range moves the equity by half a per cent, and never more than the account can pay
// Assumes  that the range of the last 20 days says something about the next ones
// Weak     when a calm market turns wild at once: the position is large then

symbol('SPY');
bars('day');
allow('LongOnly');
capital(param('capital', 100_000)); // dollars, of a backtest

const percent = param('percent', 0.5); // 0.25 to 1
const average = trend(sma(param('averageDays', 100))); // 50 to 200
const range = atr(20);

onBar((bar) => {
  // Shown in the report of the run.
  plot('close', bar.close);
  plot('average', average.last);
  plot('equity', account.equity);
  if (hasOpenOrders()) return;
  if (position.isLong && bar.close < average.last) goFlat();
  if (position.isFlat && bar.close > average.last) {
    const size = Math.min(volatilityTarget(percent, range.last), affordable());
    if (size === 0) return;
    mark({ text: `${size} shares at a range of ${range.last.toFixed(2)}`, price: bar.close });
    goLong(size);
  }
});
