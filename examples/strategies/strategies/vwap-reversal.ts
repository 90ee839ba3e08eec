// Trades against a move away from the session's VWAP when it turns, with the VWAP as the target. Flat at night.
//
// Entry    the close is 3 ATR from the VWAP, and the bar closed towards it: market order at the next bar, from 10:00 to 14:30
// Exit     a limit where the VWAP stood at the entry, a stop 2 ATR from the fill, the market after an hour, or 15:45
// Size     a fixed number of shares
// Assumes  a liquid symbol whose price swings around its VWAP; half of a move is paid in spreads when it is not liquid
// Weak     on days that trend from the open to the close: each turn is a pause, and several stops follow one another

symbol('SPY');
bars('5 minutes');
closingTime('15:45');

const shares = param('shares', 100);
const stretch = param('stretch', 3); // ATR from the VWAP, 2 to 5
const stopRanges = param('stopRanges', 2); // ATR, 1 to 3
const maxBars = param('maxBars', 12); // bars in a position, 6 to 24
const average = trend(vwap());
const range = trade(atr(param('rangeBars', 20))); // 10 to 40

const FIRST_ENTRY_MINUTE = 10 * 60;
const LAST_ENTRY_MINUTE = 14 * 60 + 30; // an hour in the market ends before the closing time
let entryIndex = 0;

onBar((bar) => {
  if (!position.isFlat) {
    if (bar.index - entryIndex >= maxBars) goFlat();
    return;
  }
  if (hasOpenOrders() || bar.minute < FIRST_ENTRY_MINUTE || bar.minute >= LAST_ENTRY_MINUTE) return;
  const distance = stretch * range.last;
  const exits = { target: { price: average.last }, stop: { amount: stopRanges * range.last } };
  const isTurningUp = bar.close < average.last - distance && bar.close > bar.open;
  const isTurningDown = bar.close > average.last + distance && bar.close < bar.open;
  if (isTurningUp) buy(shares, { exits });
  if (isTurningDown) short(shares, { exits });
  if (isTurningUp || isTurningDown) entryIndex = bar.index;
});
