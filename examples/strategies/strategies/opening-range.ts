// Trades the break of the range of a session's first minutes in its direction, once a day, and is flat at the end of the day.
//
// Entry    the first close above the high or below the low of the first 30 minutes: market order at the next bar
// Exit     a stop at the other end of the range, or the market at 15:55
// Size     a fixed number of shares; the risk is as wide as the range
// Assumes  that the first half hour shows the balance of the night's orders, and that its break starts the day's move
// Weak     on days without news, when the price leaves both ends of the range and returns

symbol('SPY');
bars('5 minutes');
closingTime('15:55');

const rangeMinutes = param('rangeMinutes', 30); // 5 to 60
const shares = param('shares', 100);

const OPEN_MINUTE = 9 * 60 + 30;
let rangeHigh = Number.NEGATIVE_INFINITY;
let rangeLow = Number.POSITIVE_INFINITY;
let hasTraded = false;

onBar((bar) => {
  if (bar.isFirst) {
    rangeHigh = bar.high;
    rangeLow = bar.low;
    hasTraded = false;
  }
  if (bar.minute < OPEN_MINUTE + rangeMinutes) {
    rangeHigh = Math.max(rangeHigh, bar.high);
    rangeLow = Math.min(rangeLow, bar.low);
    return;
  }
  if (hasTraded) return;
  // The other end of the range is where the idea was wrong.
  if (bar.close > rangeHigh) {
    buy(shares, { exits: { stop: { price: rangeLow } } });
    hasTraded = true;
  } else if (bar.close < rangeLow) {
    short(shares, { exits: { stop: { price: rangeHigh } } });
    hasTraded = true;
  }
});

onOrder((done) => {
  if (done.isFilled) log(done.side, 'at', done.fillPrice);
});
