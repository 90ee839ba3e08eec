// Follows a breakout of the 20-day channel in both directions, sizes by risk and adds to what gains. After Faith, Way of the Turtle, 2007.
//
// Entry    a stop order at the high and at the low of the last 20 days, sent again each day
// Add      one more unit each half ATR beyond the last fill, up to four
// Exit     each unit has a stop 2 ATR from its fill; all are closed at the open after a close beyond the opposite 10-day extreme
// Size     a unit loses 1,000 dollars at its stop
// Assumes  trends that last for weeks; gains come from few trades, so leave none out
// Weak     in a sideways market, which breaks out and returns; a gap beyond the stop costs more than the risk

symbol('SPY');
bars('day');

const entryChannel = trend(donchian(param('entryDays', 20))); // 20 to 55
const exitChannel = donchian(param('exitDays', 10)); // half of entryDays
const range = trade(atr(param('rangeDays', 20))); // 10 to 30
const stopRanges = param('stopRanges', 2); // 1.5 to 3
const addRanges = param('addRanges', 0.5); // 0.5 to 1
const maxUnits = param('maxUnits', 4); // 1 to 4; 1 adds nothing
const riskDollars = param('riskDollars', 1_000); // of a unit

let units = 0;
let lastFill = 0;

/** Sends a stop order for one unit, with its own stop. */
function enter(side: 'Buy' | 'Short', trigger: number): void {
  const distance = stopRanges * range.last;
  const shares = Math.floor(riskDollars / distance);
  if (!(shares > 0)) return;
  const how = { stop: trigger, exits: { stop: { amount: distance } } };
  if (side === 'Buy') buy(shares, how);
  else short(shares, how);
}

// Entries are good for the day: none of them is open any more when a day's bar is finished.
onBar((bar) => {
  if (position.isFlat) {
    enter('Buy', entryChannel.upper.last);
    enter('Short', entryChannel.lower.last);
  } else if (position.isLong) {
    if (bar.close < exitChannel.lower.before) goFlat();
    else if (units < maxUnits) enter('Buy', lastFill + addRanges * range.last);
  } else {
    if (bar.close > exitChannel.upper.before) goFlat();
    else if (units < maxUnits) enter('Short', lastFill - addRanges * range.last);
  }
});

onOrder((done) => {
  if (position.isFlat) {
    units = 0;
  } else if (done.isFilled && done.exit === null) {
    units += 1;
    lastFill = done.fillPrice;
    // The entry on the other side must not reach the market any more.
    for (const other of openOrders()) if (other.exit === null) other.cancel();
  }
});
