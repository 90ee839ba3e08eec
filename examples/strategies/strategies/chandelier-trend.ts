// Buys new highs and leaves at a chandelier stop, which it takes from a library beside it.
//
// Entry    the close is above the high of the 20 days before: buy at the next open
// Exit     the close is below a level 3 ATR under the highest close since the entry, or the position is held for more than 60 days: sell at the next open
// Size     a fixed number of shares
// Assumes  that a rise that breaks out goes further than the usual fall within it
// Weak     in a sideways market, and when a rise ends with a gap below the level

import { chandelierStop, heldTooLong } from './exits';

symbol('SPY');
bars('day');
allow('LongOnly');
order({ quantity: param('shares', 100) });

const channel = trend(donchian(param('period', 20))); // days, 10 to 55
const stopAt = chandelierStop(param('rangePeriod', 20), param('stopRanges', 3)); // days, 10 to 30; ATR, 2 to 4
const isTooOld = heldTooLong(param('maxBars', 60)); // days, 20 to 250

onBar((bar) => {
  // Both are called at each bar: they follow the position.
  const level = stopAt(bar.close);
  const isOld = isTooOld();
  if (position.isFlat) {
    // The band of the bar before: the present bar is part of its own channel.
    if (!hasOpenOrders() && bar.close > channel.upper.before) buy();
  } else if (bar.close < level || isOld) sell(position.quantity);
});
