// Buys the strength of days while the weeks rise, and leaves when a week ends below its average.
//
// Entry    the last week that is over ended above the average of 10 weeks, the average has risen, and the day closes above the highs
//          of the 5 days before: buy at the next open
// Exit     a week ends below its average: sell at the next open; or a stop 1 ATR of weeks below the fill
// Size     a fixed number of shares
// Assumes  that a trend of months is joined with less risk after a pause of days than at any day
// Weak     when the weeks go sideways around their average, and after a fall that is over before the average turns

symbol('SPY');
bars('day');
allow('LongOnly');

const shares = param('shares', 100);
const stopRanges = param('stopRanges', 1); // ATR of weeks, 1 to 4
const pauseDays = param('pauseDays', 5); // days, 3 to 20

// Only weeks that are over: on a Wednesday these columns still end with the week before.
const week = timeframe('week');
const average = trend(week.sma(param('averageWeeks', 10))); // weeks, 10 to 40
const range = week.atr(param('rangeWeeks', 10)); // weeks, 5 to 20
const channel = trade(donchian(pauseDays));

onBar((bar) => {
  if (week.hasEnded && week.close.last < average.last) goFlat();

  const isUp = week.close.last > average.last && average.last > average.before;
  // The band of the bar before: the present bar is part of its own channel.
  if (!isUp || !position.isFlat || hasOpenOrders() || !(bar.close > channel.upper.before)) return;
  goLong(shares, { exits: { stop: { amount: stopRanges * range.last } } });
});
