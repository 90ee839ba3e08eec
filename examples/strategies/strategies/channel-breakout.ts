// Buys when the close leaves a channel upwards. A stop below the entry and a target above it close the position.

symbol('SPY');
bars('day');
allow('LongOnly');
order({ quantity: param('shares', 100) });

const period = param('period', 10);
const stopRanges = param('stopRanges', 2);
const targetRanges = param('targetRanges', 3);

const channel = trend(donchian(period));
const range = atr(param('rangePeriod', 10));

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
