import { describe, expect, test } from 'vitest';
import { opensPosition, readTemplate, templateOf, withQuantity, withTemplate } from './order-templates.ts';
import { withTargetAt } from './ticket-targets.ts';
import { NEW_TICKET, type Ticket } from './ticket.ts';

const TICKET: Ticket = { ...NEW_TICKET, symbol: 'AAPL', quantity: 200 };
const BRACKET: Ticket = {
  ...TICKET,
  attach: 'Bracket',
  target: { basis: 'Percent', amount: 2 },
  exitStop: { basis: 'Offset', amount: 0.75 },
  exitTif: 'Day',
};
const SEVERAL: Ticket = {
  ...BRACKET,
  target: { basis: 'Offset', amount: null },
  targets: [
    { amount: 1, quantity: 100 },
    { amount: 2.5, quantity: 60 },
    { amount: 4, quantity: 40 },
  ],
  isBreakEven: true,
};
const exitsOf = ({ attach, target, targets, exitStop, isBreakEven, exitTif }: Ticket) => ({
  attach,
  target,
  targets: targets.map(({ amount, quantity }) => ({ amount, quantity })),
  exitStop,
  isBreakEven,
  exitTif,
});
const saved = (ticket: Ticket) => {
  const template = templateOf(ticket);
  if (!template.ok) throw new Error(template.error);
  // What is stored is JSON.
  const read = readTemplate(JSON.parse(JSON.stringify(template.value)));
  if (read === null) throw new Error('it cannot be read');
  return read;
};

describe('the exits of a ticket', () => {
  test.each([
    ['a target and a stop', BRACKET],
    ['a stop alone', { ...BRACKET, target: { basis: 'Percent', amount: null } as const }],
    ['several targets with a stop to break-even', SEVERAL],
  ])('are the same after they were saved and loaded: %s', (_, ticket) => {
    expect(exitsOf(withTemplate(TICKET, saved(ticket)))).toEqual(exitsOf(ticket));
  });

  test('close shares of another quantity, and follow it while it is typed', () => {
    const small = withTemplate({ ...TICKET, quantity: 10 }, saved(SEVERAL));
    const quantities = (ticket: Pick<Ticket, 'targets'>) => ticket.targets.map(({ quantity }) => quantity);
    expect(quantities(small)).toEqual([5, 3, 2]);
    const typed = [7, null, 70].reduce(
      (ticket, next) => ({ ...ticket, ...withQuantity(ticket, next) }),
      small,
    );
    expect(quantities(typed)).toEqual([35, 21, 14]);
    const entered = { ...typed, ...withTargetAt(typed, 0, { quantity: 50 }) };
    expect(quantities(withQuantity(entered, 700))).toEqual([50, 210, 140]);
  });

  test.each([
    [TICKET, 'Attach a target and a stop first.'],
    [
      { ...BRACKET, exitStop: { basis: 'Price', amount: 95 } as const },
      'A template has distances from the fill price: state target and stop in $ or % from fill.',
    ],
    [
      {
        ...BRACKET,
        target: { basis: 'Percent', amount: null } as const,
        exitStop: { basis: 'Percent', amount: null } as const,
      },
      'Enter a target or a stop first.',
    ],
    [
      {
        ...SEVERAL,
        targets: [
          { amount: 1, quantity: 1 },
          { amount: null, quantity: 1 },
        ],
      },
      'Enter the amount of each target first.',
    ],
    [
      { ...BRACKET, target: { basis: 'Percent', amount: Number.NaN } as const },
      'Enter amounts above zero first.',
    ],
  ] as const)('are no template where they are not complete distances (%#)', (ticket, problem) => {
    expect(templateOf(ticket)).toEqual({ ok: false, error: problem });
  });
});

test.each([
  null,
  {},
  { ...saved(BRACKET), Targets: [], Stop: null },
  { ...saved(BRACKET), Targets: [{ AmountE4: 0.5, Share: 100 }] },
  { ...saved(BRACKET), Targets: Array.from({ length: 6 }, () => ({ AmountE4: 1, Share: 10 })) },
  { ...saved(BRACKET), ExitTif: 'Month' },
])('saved data that is no template is not read (%#)', (data) => {
  expect(readTemplate(data)).toBeNull();
});

test.each([
  ['Buy', 0, true],
  ['Buy', 100, true],
  ['Buy', -100, false],
  ['Sell', 100, false],
  ['Sell', 0, true],
  ['Short', -100, true],
] as const)('%s with %d held opens a position: %s', (side, held, opens) => {
  expect(opensPosition(side, held)).toBe(opens);
});
