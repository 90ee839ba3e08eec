// Holds the market while it is above its long average, and checks that once a month. After Faber, A Quantitative Approach to Tactical Asset Allocation, 2007.
//
// Entry    the last close of a month is above its 200-day average: long
// Exit     the last close of a month is not above it: flat
// Size     the whole capital, fixed when the position is opened
// Assumes  that long falls begin slowly enough for a monthly check; cash earns nothing here
// Weak     when a fall and its recovery fit into a few months: it sells low and buys back higher

symbol('SPY');
bars('day');
allow('LongOnly');

const capital = param('capital', 100_000); // dollars
const average = trend(sma(param('averageDays', 200))); // 150 to 250

let month = '';

onBar((bar) => {
  const previousMonth = month;
  month = bar.date.slice(0, 7);
  if (previousMonth === '' || month === previousMonth) return;
  // Only the first bar of a month shows that the bar before was the last of its month. Orders fill at the open of the second day.
  if (close.before > average.before) goLong(Math.floor(capital / bar.close));
  else goFlat();
});
