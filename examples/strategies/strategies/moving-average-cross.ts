// Is long while a fast moving average is above a slow one, and flat otherwise.
//
// Entry    the 5-day average comes to stand above the 20-day average: buy at the next open
// Exit     it comes to stand below: sell at the next open
// Size     a fixed number of shares
// Assumes  trends that last longer than the slow average; a small model to change, rather than one to trade
// Weak     in a sideways market, where the averages cross often and each crossing costs a little

symbol('SPY');
bars('day');
allow('LongOnly');
order({ quantity: param('shares', 100), type: 'Market' });

const fast = trend(sma(param('fast', 5))); // 5 to 50
const slow = trade(sma(param('slow', 20))); // 20 to 200, above fast

onBar(() => {
  if (crossesAbove(fast, slow)) goLong();
  else if (crossesBelow(fast, slow)) goFlat();
});
