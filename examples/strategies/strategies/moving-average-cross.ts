// Is long while a fast moving average is above a slow one, and flat otherwise.

symbol('SPY');
bars('day');
allow('LongOnly');
order({ quantity: param('shares', 100), type: 'Market' });

const fast = trend(sma(param('fast', 5)));
const slow = trade(sma(param('slow', 20)));

onBar(() => {
  if (crossesAbove(fast, slow)) goLong();
  else if (crossesBelow(fast, slow)) goFlat();
});
