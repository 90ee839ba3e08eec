import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GroupError, orderErrorMessage } from '../orders/errors.ts';
import { barsOf, centsBetween } from './testing/random-strategy.ts';
import { backtest, days, inShort, minutes, sessionsOf } from './testing/run-strategy.ts';
import type { TestBar } from './testing/run-strategy.ts';

const DATE = '2026-01-06';
const FLAT: TestBar = [100, 100, 100, 100];

/** Bars from 10:00 on; the strategy sends what `first` says on the first of them, and `later` on each after it. */
function run(first: string, bars: readonly TestBar[], later = '', top = '') {
  const code = `${top}\nlet n = 0; onBar((bar) => { n += 1; if (n === 1) { ${first} } else { ${later} } });`;
  return backtest(code, minutes(DATE, 600, [FLAT, ...bars]), sessionsOf(DATE));
}
const fills = (...given: Parameters<typeof run>): string[] => run(...given).orders.map(inShort);
const logOf = (...given: Parameters<typeof run>): readonly string[] => run(...given).log;

const OTHER_FILLED = 'Cancelled: Another order of the group was filled';

describe('exits of a long position', () => {
  it('sell at the target and end the stop', () =>
    expect(
      fills('buy(10, { exits: { target: { percent: 2 }, stop: { price: 98 } } })', [
        FLAT,
        [101, 102.01, 101, 102],
      ]),
    ).toEqual(['Buy 10 @ 100 R', 'Sell 10 @ 102 A', `Sell 10 ${OTHER_FILLED}`]));
  it('sell at the stop in the bar of the fill, and first when the bar reaches both', () =>
    expect(
      fills('buy(10, { exits: { target: { amount: 1 }, stop: { amount: 1.5 } } })', [[100, 102, 98, 101]]),
    ).toEqual(['Buy 10 @ 100 R', 'Sell 10 @ 98.5 R', `Sell 10 ${OTHER_FILLED}`]));
  it('are not filled by a target that is only touched', () =>
    expect(fills('buy(10, { exits: { target: { price: 102 } } })', [[100, 102, 100, 102]])).toEqual([
      'Buy 10 @ 100 R',
      'Sell 10 Cancelled: The data ends here',
    ]));
  it('fill at the open beyond the stop', () =>
    expect(fills('buy(10, { exits: { stop: { percent: 1 } } })', [FLAT, [97, 98, 96, 97]])).toEqual([
      'Buy 10 @ 100 R',
      'Sell 10 @ 97 R',
    ]));
  it('count from the fill of a limit entry: the stop behind it is certain, a target before it needs the close', () => {
    const entry = 'buy(10, { price: 99, exits: { target: { amount: 1 }, stop: { amount: 1 } } })';
    expect(fills(entry, [[100, 101, 98.5, 99]])).toEqual([
      'Buy 10 @ 99 A',
      'Sell 10 Cancelled: The data ends here',
      'Sell 10 Cancelled: The data ends here',
    ]);
    expect(fills(entry, [[100, 101, 98.5, 100.5]])).toEqual([
      'Buy 10 @ 99 A',
      'Sell 10 @ 100 A',
      `Sell 10 ${OTHER_FILLED}`,
    ]);
    expect(fills(entry, [[100, 101, 97, 100.5]])).toEqual([
      'Buy 10 @ 99 A',
      'Sell 10 @ 98 R',
      `Sell 10 ${OTHER_FILLED}`,
    ]);
  });
  it('follow a stop entry to the extreme of its bar', () =>
    expect(
      fills('buy(10, { stop: 101, exits: { target: { amount: 1 } } })', [[100, 102.01, 100, 101]]),
    ).toEqual(['Buy 10 @ 101 R', 'Sell 10 @ 102 A']));
  it('end with an entry that never fills: there are none', () =>
    expect(fills('buy(10, { price: 90, exits: { stop: { price: 80 } } })', [FLAT])).toEqual([
      'Buy 10 Cancelled: The data ends here',
    ]));
});

it('gives an ended exit the message of the broker', () =>
  expect(`Cancelled: ${orderErrorMessage(GroupError.OtherOrderFilled)}`).toBe(OTHER_FILLED));

describe('exits of a short position', () => {
  it('are the mirror image', () => {
    const entry = 'short(10, { exits: { target: { percent: 2 }, stop: { price: 102 } } })';
    expect(fills(entry, [FLAT, [99, 99, 97.99, 98]])).toEqual([
      'Short 10 @ 100 R',
      'Buy 10 @ 98 A',
      `Buy 10 ${OTHER_FILLED}`,
    ]);
    expect(fills(entry, [[100, 102, 97, 100]])).toEqual([
      'Short 10 @ 100 R',
      'Buy 10 @ 102 R',
      `Buy 10 ${OTHER_FILLED}`,
    ]);
  });
  it('trail below the best price', () =>
    expect(
      fills('short(10, { exits: { trail: { amount: 1 } } })', [
        [100, 100.5, 98, 98.5],
        [98.5, 99, 98.5, 99],
      ]),
    ).toEqual(['Short 10 @ 100 R', 'Buy 10 @ 99 R']));
});

describe('a trail', () => {
  it('begins at its distance from the fill and follows the high of each bar', () => {
    const entry = 'buy(10, { exits: { trail: { amount: 1 } } })';
    expect(fills(entry, [[100, 100, 99, 99]])).toEqual(['Buy 10 @ 100 R', 'Sell 10 @ 99 R']);
    expect(
      fills(entry, [
        [100, 103, 99.5, 103],
        [102.5, 102.5, 101.9, 102],
      ]),
    ).toEqual(['Buy 10 @ 100 R', 'Sell 10 @ 102 R']);
  });
  it('counts the high of a bar against its close, not against its low', () => {
    const entry = 'buy(10, { exits: { trail: { percent: 1 } } })';
    expect(fills(entry, [[100, 102, 99.5, 101.5]])[1]).toBe('Sell 10 Cancelled: The data ends here');
    expect(fills(entry, [[100, 102, 99.5, 100]])[1]).toBe('Sell 10 @ 100.98 R');
  });
  it('leaves a nearer stop where it is until it has caught up', () => {
    const entry = 'buy(10, { exits: { stop: { price: 99.5 }, trail: { amount: 2 } } })';
    expect(
      fills(entry, [
        [100, 101, 99.6, 101],
        [101, 101, 99.5, 100],
      ])[1],
    ).toBe('Sell 10 @ 99.5 R');
    expect(
      fills(entry, [
        [100, 102, 99.6, 102],
        [102, 102, 100, 101],
      ])[1],
    ).toBe('Sell 10 @ 100 R');
  });
  it('shows where it stands', () =>
    expect(
      logOf(
        'buy(10, { exits: { trail: { amount: 1 } } })',
        [
          [100, 101, 100, 101],
          [101, 103, 101, 103],
        ],
        'log(openOrders()[0].stop)',
      ),
    ).toEqual(['100', '102']));
});

describe('the orders of a position with exits', () => {
  const entry = 'buy(10, { exits: { target: { price: 105 }, stop: { price: 95 } } })';
  it('are open orders once the entry has filled, and name their entry', () =>
    expect(
      logOf(
        entry,
        [FLAT],
        "log(openOrders().map((o) => [o.id, o.entryId, o.exit, o.type, o.quantity, o.price, o.stop].join(' ')).join('; '), hasOpenOrders())",
      ),
    ).toEqual(['2 1 Stop Stop 10 0 95; 3 1 Target Limit 10 105 0 true']));
  it('come to onOrder with the exit that they are', () =>
    expect(
      logOf(
        entry,
        [FLAT, [100, 106, 100, 106]],
        '',
        'onOrder((o) => log(o.exit, o.status, position.quantity, position.netProfit > 40, hasOpenOrders()));',
      ),
    ).toEqual(['null Filled 10 false true', 'Target Filled 0 true false', 'Stop Cancelled 0 true false']));
  it('end with cancelAll and with goFlat', () => {
    expect(fills(entry, [FLAT, FLAT], 'if (n === 2) cancelAll()')).toEqual([
      'Buy 10 @ 100 R',
      'Sell 10 Cancelled: Cancelled by the strategy',
      'Sell 10 Cancelled: Cancelled by the strategy',
    ]);
    expect(fills(entry, [FLAT, FLAT], 'if (n === 2) goFlat()').at(-1)).toBe('Sell 10 @ 100 R');
  });
  it('keep the other exit when the strategy cancels one', () =>
    expect(
      fills(entry, [FLAT, [100, 106, 94, 100]], 'openOrders().find((o) => o.exit === "Stop")?.cancel()'),
    ).toEqual(['Buy 10 @ 100 R', 'Sell 10 Cancelled: Cancelled by the strategy', 'Sell 10 @ 105 A']));
  it('give way to a sale of the whole position, and refuse one of a part', () => {
    expect(fills(entry, [FLAT, FLAT], 'if (n === 2) sell()')).toEqual([
      'Buy 10 @ 100 R',
      'Sell 10 Cancelled: Cancelled by the strategy',
      'Sell 10 Cancelled: Cancelled by the strategy',
      'Sell 10 @ 100 R',
    ]);
    expect(fills(entry, [FLAT, FLAT], 'if (n === 2) { sell(4); sell(11); cancelAll(); sell(4); }')).toEqual([
      'Buy 10 @ 100 R',
      'Sell 4 Rejected: Exits hold these shares: close the whole position, or cancel the exits first',
      'Sell 11 Rejected: The order sells more shares than are held',
      'Sell 10 Cancelled: Cancelled by the strategy',
      'Sell 10 Cancelled: Cancelled by the strategy',
      'Sell 4 @ 100 R',
    ]);
  });
  it('leave free shares to other sales', () =>
    expect(
      fills(`buy(5); ${entry}`, [FLAT, FLAT], 'if (n === 2) sell(5)').filter((text) => text.includes('@')),
    ).toEqual(['Buy 5 @ 100 R', 'Buy 10 @ 100 R', 'Sell 5 @ 100 R']));
  it('refuse a cover of a part, and give way to one of the whole', () => {
    const short = 'short(10, { exits: { stop: { price: 105 } } })';
    expect(fills(short, [FLAT, FLAT], 'if (n === 2) { cover(4); buy(12); }')).toEqual([
      'Short 10 @ 100 R',
      'Buy 4 Rejected: Exits hold these shares: close the whole position, or cancel the exits first',
      'Buy 10 Cancelled: Cancelled by the strategy',
      'Buy 12 @ 100 R',
    ]);
  });
  it('shrink when an order that was sent before them closes shares', () =>
    expect(
      fills(`${entry}; sell(4, { price: 101 })`, [FLAT, [100, 101.01, 100, 101], [96, 96, 94, 96]]),
    ).toEqual(['Buy 10 @ 100 R', 'Sell 4 @ 101 A', 'Sell 6 @ 95 R', `Sell 6 ${OTHER_FILLED}`]));
  it('are cancelled when the position is closed for the day', () =>
    expect(fills(entry, [FLAT, FLAT], '', "closingTime('10:02');")).toEqual([
      'Buy 10 @ 100 R',
      'Sell 10 Cancelled: Cancelled by the strategy',
      'Sell 10 Cancelled: Cancelled by the strategy',
      'Sell 10 @ 100 R',
    ]));
  it('work on the next day', () => {
    const code = `bars('day'); let n = 0; onBar(() => { n += 1; if (n === 1) { ${entry} } });`;
    const dates = ['2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09'];
    const data = days(dates, [FLAT, FLAT, FLAT, [96, 96, 94, 95]]);
    expect(backtest(code, data, sessionsOf(...dates)).orders.map(inShort)).toEqual([
      'Buy 10 @ 100 R',
      'Sell 10 @ 95 R',
      `Sell 10 ${OTHER_FILLED}`,
    ]);
  });
});

describe('goLong and goShort with exits', () => {
  it('close first, because an order with exits only opens', () =>
    expect(
      fills(
        'goShort(10)',
        [FLAT, FLAT, [100, 100, 99, 100]],
        'if (n === 2) goLong(5, { exits: { stop: { amount: 1 } } })',
      ),
    ).toEqual(['Short 10 @ 100 R', 'Buy 10 @ 100 R', 'Buy 5 @ 100 R', 'Sell 5 @ 99 R']));
});

it.each([
  [
    'short(10)',
    'buy(5, { exits: { stop: { price: 90 } } })',
    'Buy 5 Rejected: An order with exits only opens a position: close the opposite one first',
  ],
  [
    '',
    'buy(5, { exits: { target: { price: 99 } } })',
    'Buy 5 Rejected: An exit is on the wrong side of the last price',
  ],
  [
    '',
    'short(5, { exits: { stop: { price: 100 } } })',
    'Short 5 Rejected: An exit is on the wrong side of the last price',
  ],
])('rejects what does not fit the position or the market: %s %s', (first, later, expected) =>
  expect(fills(first, [FLAT, FLAT], `if (n === 2) ${later}`)).toContain(expected),
);

it.each([
  ['buy(1, { exits: {} })', 'at least one of target, stop and trail'],
  ['buy(1, { exits: 5 })', 'exits are an object'],
  ['buy(1, { exits: { targets: { price: 1 } } })', "Unknown: 'targets'"],
  ['buy(1, { exits: { stop: { price: 98, percent: 2 } } })', 'stop is one of'],
  ['buy(1, { exits: { stop: { distance: 2 } } })', "Unknown: 'distance'"],
  ['buy(1, { exits: { stop: { amount: -1 } } })', 'stop takes more than 0 and at most 100,000 dollars: -1'],
  [
    'buy(1, { exits: { target: { percent: NaN } } })',
    'target takes more than 0 and at most 1,000 per cent: NaN',
  ],
  ['buy(1, { exits: { stop: { percent: 100 } } })', 'The stop is less than 100 % below the entry.'],
  ['buy(1, { exits: { trail: { price: 98 } } })', "Unknown: 'price'"],
  ['buy(1, { exits: { trail: { percent: 1, amount: 1 } } })', 'trail is one of'],
  ['buy(1, { price: 99, exits: { target: { price: 98 } } })', 'The target is above the entry.'],
  ['buy(1, { stop: 101, exits: { stop: { price: 102 } } })', 'The stop is below the entry.'],
  ['buy(1, { exits: { stop: { price: 101 }, target: { price: 100 } } })', 'The stop is below the target.'],
  ["buy(1, { type: 'MarketOnClose', exits: { stop: { price: 98 } } })", 'a MarketOnClose order has no exits'],
  ['sell(1, { exits: { stop: { price: 98 } } })', 'exits belong to an order that opens a position'],
  ['goLong(1, { price: 98 })', 'after the quantity only { exits } follows'],
])('throws at the call for exits that make no sense: %s', (call, message) =>
  expect(() => run(call, [FLAT])).toThrow(message),
);

const cents = centsBetween(9_800, 10_200);
const randomBar = barsOf(cents);
const distance = fc.integer({ min: 5, max: 150 }).map((hundredths) => hundredths / 100);
const exits = fc
  .record(
    {
      target: distance.map((amount) => ({ amount })),
      stop: distance.map((percent) => ({ percent })),
      trail: fc.oneof(
        distance.map((amount) => ({ amount })),
        distance.map((percent) => ({ percent })),
      ),
    },
    { requiredKeys: [] },
  )
  .filter((given) => Object.keys(given).length > 0)
  .map((given) => JSON.stringify(given));
const size = fc.integer({ min: 1, max: 9 });
const randomCall = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('buy', 'short'), size, exits)
      .map(([name, q, e]) => `${name}(${q}, { exits: ${e} })`),
  },
  fc
    .tuple(fc.constantFrom('buy', 'short'), size, cents, exits, fc.constantFrom('price', 'stop'))
    .map(([name, q, price, e, field]) => `${name}(${q}, { ${field}: ${price}, exits: ${e} })`),
  fc
    .tuple(fc.constantFrom('goLong', 'goShort'), size, exits)
    .map(([name, q, e]) => `${name}(${q}, { exits: ${e} })`),
  fc
    .tuple(fc.constantFrom('sell', 'cover', 'buy'), size, cents)
    .map(([name, q, price]) => `${name}(${q}, { price: ${price} })`),
  fc.constantFrom('sell()', 'cover()', 'goFlat()', 'cancelAll()', 'openOrders()[0]?.cancel()'),
);

it('never closes more than the position, and leaves no exit without one, whatever is sent', () => {
  const state = `log(position.quantity, JSON.stringify(openOrders().filter((o) => o.exit !== null).map((o) => [o.entryId, o.side, o.quantity - o.filledQuantity])));`;
  let exitFills = 0;
  fc.assert(
    fc.property(
      fc.array(randomBar, { minLength: 6, maxLength: 30 }),
      fc.array(fc.tuple(fc.nat({ max: 29 }), randomCall), { maxLength: 20 }),
      (list, calls) => {
        const cases = list.map(
          (_, n) =>
            `case ${n}: ${calls
              .filter(([at]) => at === n)
              .map(([, text]) => text)
              .join(';')}; break;`,
        );
        const code = `let filled = 0; onOrder((o) => { if (o.exit !== null && o.isFilled) filled += 1; });
          onBar((bar) => { ${state} switch (bar.index) { ${cases.join(' ')} } }); onEnd(() => log('filled', filled));`;
        const { orders, log } = backtest(code, minutes(DATE, 600, list), sessionsOf(DATE));
        exitFills += Number(log.at(-1)?.split(' ')[1]);
        for (const line of log.slice(0, -1)) {
          const [position = '', open = ''] = line.split(/ (.*)/);
          const held = Number(position);
          const leaves = new Map<number, number>();
          // The log writes what the strategy above has put there.
          for (const [entry, side, left] of JSON.parse(open) as [number, string, number][]) {
            expect(left).toBeGreaterThan(0);
            expect(side).toBe(held > 0 ? 'Sell' : 'Buy');
            leaves.set(entry, left);
          }
          const sum = [...leaves.values()].reduce((total, left) => total + left, 0);
          expect(sum).toBeLessThanOrEqual(Math.abs(held));
        }
        let position = 0;
        for (const { status, side, quantity } of orders) {
          if (status !== 'Filled') continue;
          if (side === 'Sell') expect(position).toBeGreaterThanOrEqual(quantity);
          if (side === 'Short') expect(position).toBeLessThanOrEqual(0);
          position += side === 'Buy' ? quantity : -quantity;
        }
      },
    ),
    { numRuns: 400 },
  );
  expect(exitFills).toBeGreaterThan(50);
});
