/** What a new strategy may begin with. */
export interface StrategyTemplate {
  readonly name: string;
  readonly description: string;
  readonly code: string;
  /** Every name that the code reads, with its default. */
  readonly parameters: string;
}

const movingAverageCross: StrategyTemplate = {
  name: 'Moving average cross',
  description: 'Long while the fast average stands above the slow one, flat or short while it stands below.',
  code: `// Moving average cross: long while the fast average stands above the slow one.
symbol('SPY');
bars('5 minutes');
order({ quantity: 100, type: 'Market' });

const fast = trend(sma(param('fast', 10)));
const slow = sma(param('slow', 30));
const alsoShort = param('alsoShort', false);

onBar(() => {
  if (crossesAbove(fast, slow)) goLong();
  else if (crossesBelow(fast, slow)) {
    if (alsoShort) goShort();
    else goFlat();
  }
});
`,
  parameters: `Symbol = SPY
BarSize = 5 minutes
Quantity = 100
# bars of the two averages
fast = 10
slow = 30
# sell short below the slow average instead of standing aside
alsoShort = false
`,
};

const rsiReversal: StrategyTemplate = {
  name: 'RSI reversal',
  description:
    'Buys when the relative strength index comes back up out of its lower region, sells short when it comes back down out of the upper one; leaves in the middle.',
  code: `// RSI reversal: trades the way back from an extreme, and leaves in the middle.
symbol('QQQ');
bars('5 minutes');
order({ quantity: 100, type: 'Market' });

const strength = trade(rsi(param('period', 14)));
const low = param('low', 30);
const high = param('high', 70);
const middle = param('middle', 50);

onBar(() => {
  if (position.isFlat) {
    if (crossesAbove(strength, low)) goLong();
    else if (crossesBelow(strength, high)) goShort();
  } else if (position.isLong ? strength.last >= middle : strength.last <= middle) goFlat();
});
`,
  parameters: `Symbol = QQQ
BarSize = 5 minutes
Quantity = 100
period = 14
# regions of the index that count as extreme
low = 30
high = 70
# where the position is closed
middle = 50
`,
};

const donchianBreakout: StrategyTemplate = {
  name: 'Donchian breakout',
  description:
    'Buys a new high of the channel, leaves at a new low of a shorter one; sells short the other way round. Made for days.',
  code: `// Donchian breakout: in at a new extreme of the long channel, out at the opposite one of the short channel.
symbol('AAPL');
bars('day');
order({ quantity: 100, type: 'Market' });

const entry = param('entry', 20);
const exit = param('exit', 10);
const wide = donchian(entry);
const narrow = donchian(exit);
trend(wide);

onBar((bar) => {
  // The channel of the bar before: the present bar is always inside its own.
  if (position.isFlat) {
    if (bar.close > wide.upper.before) goLong();
    else if (bar.close < wide.lower.before) goShort();
  } else if (position.isLong ? bar.close < narrow.lower.before : bar.close > narrow.upper.before) goFlat();
});
`,
  parameters: `Symbol = AAPL
BarSize = day
Quantity = 100
# bars of the channel that is broken out of, and of the one that ends the trade
entry = 20
exit = 10
`,
};

const vwapReversion: StrategyTemplate = {
  name: 'VWAP reversion',
  description:
    "Within a session: buys what has fallen far below the session's volume weighted average price, sells short what has risen far above it, and leaves at the average.",
  code: `// VWAP reversion: fades moves away from the session's average price, with a stop further out.
symbol('SPY');
bars('1 minute');
order({ quantity: 100, type: 'Market' });
openingTime('10:00');
closingTime('15:45');

const average = trend(vwap());
const range = atr(param('atr', 60));
const distance = param('distance', 3);
const stopDistance = param('stop', 6);

onBar((bar) => {
  const far = distance * range.last;
  const tooFar = stopDistance * range.last;
  const away = bar.close - average.last;
  if (position.isFlat) {
    if (away < -far && away > -tooFar) goLong();
    else if (away > far && away < tooFar) goShort();
  } else if (position.isLong ? away >= 0 || away <= -tooFar : away <= 0 || away >= tooFar) goFlat();
});
`,
  parameters: `Symbol = SPY
BarSize = 1 minute
Quantity = 100
# bars of the average true range that distances are counted in
atr = 60
distance = 3
stop = 6
`,
};

const openingRangeBreakout: StrategyTemplate = {
  name: 'Opening range breakout',
  description:
    'Once a session: trades the break out of the range of its first minutes, with a stop at the other side, and is flat before the close.',
  code: `// Opening range breakout: one trade a session, out of the range of its first minutes.
symbol('QQQ');
bars('5 minutes');
order({ quantity: 100, type: 'Market' });
closingTime('15:50');

const minutes = param('minutes', 30);
let top = NaN;
let bottom = NaN;
let isDone = false;

onBar((bar) => {
  if (bar.isFirst) {
    top = bar.high;
    bottom = bar.low;
    isDone = false;
  }
  if (bar.minute < 570 + minutes) {
    top = Math.max(top, bar.high);
    bottom = Math.min(bottom, bar.low);
    return;
  }
  if (position.isFlat && !isDone) {
    if (bar.close > top) goLong();
    else if (bar.close < bottom) goShort();
    isDone = bar.close > top || bar.close < bottom;
  } else if ((position.isLong && bar.close < bottom) || (position.isShort && bar.close > top)) goFlat();
});
`,
  parameters: `Symbol = QQQ
BarSize = 5 minutes
Quantity = 100
# length of the range
minutes = 30
`,
};

const bollingerBracket: StrategyTemplate = {
  name: 'Bollinger bands with a bracket',
  description:
    'Buys below the lower band with a limit order, and protects each position with a stop and a target. Shows limit, stop and cancel.',
  code: `// Bollinger bands: a limit order at the lower band, then a stop and a target around the position.
symbol('MSFT');
bars('5 minutes');
order({ quantity: 100 });
allow('LongOnly');

const bands = bb(param('period', 20), param('deviations', 2));
const range = atr(param('atr', 20));
trade(bands);

onBar((bar) => {
  if (position.isFlat) {
    cancelAll();
    if (bar.close > bands.lower.last) buy(undefined, { price: bands.lower.last });
  } else if (!hasOpenOrders()) {
    sell(position.quantity, { stop: position.averagePrice - 2 * range.last });
    sell(position.quantity, { price: position.averagePrice + 2 * range.last });
  }
});

onOrder((done) => {
  // One side of the bracket is filled: the other has nothing left to do.
  if (done.isFilled && position.isFlat) cancelAll();
});
`,
  parameters: `Symbol = MSFT
BarSize = 5 minutes
Quantity = 100
period = 20
deviations = 2
# bars of the average true range that stop and target are counted in
atr = 20
`,
};

const averageWithExits: StrategyTemplate = {
  name: 'Average cross with exits',
  description:
    'Buys when the price crosses its average, with a target and a trailing stop that the server keeps: they work without the run.',
  code: `// A cross of the average opens, exits close: live they are a bracket of the account.
symbol('SPY');
bars('5 minutes');
order({ quantity: 100 });
allow('LongOnly');

const average = trend(sma(param('period', 20)));
const target = param('target', 0.6);
const trail = param('trail', 0.3);

onBar(() => {
  if (position.isFlat && !hasOpenOrders() && crossesAbove(close, average))
    buy(undefined, { exits: { target: { percent: target }, trail: { percent: trail } } });
});

onOrder((done) => {
  if (done.isFilled && done.exit !== null) log(done.exit, 'filled at', done.fillPrice);
});
`,
  parameters: `Symbol = SPY
BarSize = 5 minutes
Quantity = 100
period = 20
# distances of the exits from the fill, per cent
target = 0.6
trail = 0.3
`,
};

export const TEMPLATES: readonly StrategyTemplate[] = [
  movingAverageCross,
  rsiReversal,
  donchianBreakout,
  vwapReversion,
  openingRangeBreakout,
  bollingerBracket,
  averageWithExits,
];
