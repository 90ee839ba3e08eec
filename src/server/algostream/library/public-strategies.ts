/** A built-in strategy: every user with the permission may run it, and its code is never sent to a client. */
export interface PublicStrategy {
  /** Above 0. Stored instances refer to it, so it is never reused. */
  readonly id: number;
  /** Reserved: no strategy of a user may have this name. */
  readonly name: string;
  readonly description: string;
  readonly code: string;
  readonly parameters: string;
}

const trendFollower: PublicStrategy = {
  id: 1,
  name: 'Trend Follower',
  description:
    'Days. Long a share whose 50-day average stands above its 200-day average while it trades above its 20-day average; out below it. Long only.',
  code: `symbol('SPY');
bars('day');
order({ quantity: 100, type: 'Market' });
allow('LongOnly');
const fast = trend(sma(param('fast', 50)));
const slow = sma(param('slow', 200));
const near = trade(sma(param('near', 20)));
onBar((bar) => {
  if (position.isFlat) {
    if (fast.last > slow.last && bar.close > near.last) goLong();
  } else if (bar.close < near.last) goFlat();
});
`,
  parameters: 'Symbol = SPY\nQuantity = 100\nfast = 50\nslow = 200\nnear = 20\n',
};

const morningRange: PublicStrategy = {
  id: 2,
  name: 'Morning Range',
  description:
    'Five minutes. Trades the break out of the first half hour, both ways, once a session; flat before the close.',
  code: `symbol('QQQ');
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
  parameters: 'Symbol = QQQ\nQuantity = 100\nminutes = 30\n',
};

const backToAverage: PublicStrategy = {
  id: 3,
  name: 'Back to Average',
  description:
    "One minute. Fades moves away from the session's volume weighted average price and leaves at the average; between 10:00 and 15:45.",
  code: `symbol('SPY');
bars('1 minute');
order({ quantity: 100, type: 'Market' });
openingTime('10:00');
closingTime('15:45');
const average = trend(vwap());
const range = trade(atr(param('atr', 60)));
const distance = param('distance', 3);
onBar((bar) => {
  const far = distance * range.last;
  const away = bar.close - average.last;
  if (position.isFlat) {
    if (away < -far && away > -2 * far) goLong();
    else if (away > far && away < 2 * far) goShort();
  } else if (position.isLong ? away >= 0 || away <= -2 * far : away <= 0 || away >= 2 * far) goFlat();
});
`,
  parameters: 'Symbol = SPY\nQuantity = 100\natr = 60\ndistance = 3\n',
};

export const PUBLIC_STRATEGIES: readonly PublicStrategy[] = [trendFollower, morningRange, backToAverage];

export const publicById = (id: number): PublicStrategy | undefined =>
  PUBLIC_STRATEGIES.find((strategy) => strategy.id === id);
export const publicByName = (name: string): PublicStrategy | undefined =>
  PUBLIC_STRATEGIES.find((strategy) => strategy.name === name);
