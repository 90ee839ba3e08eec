import { describe, expect, it } from 'vitest';
import { readOrdersCsv, writeOrdersCsv } from './orders-csv.ts';
import { bracketProblem, bracketText } from './staged-bracket.ts';
import {
  exitsOfStaged,
  exitsProblem,
  exitsText,
  exitText,
  readExit,
  readTargets,
  targetsText,
} from './staged-exits.ts';
import { SCALP, TEMPLATES } from './testing/saved-templates.ts';
import type { StagedOrder } from './state.ts';

const order = (change: Partial<StagedOrder> = {}): StagedOrder => ({
  Symbol: 'SPY',
  Side: 'Buy',
  Quantity: 100,
  Type: 'Limit',
  Tif: 'Day',
  Price: 100,
  StopPrice: null,
  Route: null,
  More: {},
  Exits: {
    Target: { Basis: 'Price', Amount: 105.5 },
    Stop: { Basis: 'Percent', Amount: 2 },
    Tif: 'GoodTillCancel',
  },
  ...change,
});
const withStop = (Amount: number): StagedOrder['Exits'] => ({
  Target: null,
  Stop: { Basis: 'Price', Amount },
  Tif: 'Day',
});

describe('an exit', () => {
  it.each([
    ['105.50', { Basis: 'Price', Amount: 105.5 }, '105.50'],
    ['$1,105', { Basis: 'Price', Amount: 1105 }, '1105.00'],
    ['+1.5', { Basis: 'Offset', Amount: 1.5 }, '+1.50'],
    ['1.5 away', { Basis: 'Offset', Amount: 1.5 }, '+1.50'],
    ['2 %', { Basis: 'Percent', Amount: 2 }, '2%'],
    [' ', null, ''],
  ] as const)('is read from "%s"', (text, exit, written) => {
    expect(readExit(text)).toEqual(exit);
    expect(exitText(exit)).toBe(written);
  });

  it.each(['-1', 'two', '1 %%', '+', '1e3'])('is not read from "%s"', (text) => {
    expect(readExit(text)).toBeUndefined();
  });
});

describe('exits of a staged order', () => {
  it('fit an order that opens, and are named', () => {
    expect(exitsProblem(order())).toBeNull();
    expect(exitsText(order())).toBe('Target 105.50, stop 2%');
    const Exits = {
      Target: { Basis: 'Offset', Amount: 3 },
      Stop: { Basis: 'Offset', Amount: 1.5 },
      Tif: 'Day',
    } as const;
    expect(exitsText(order({ Exits }))).toBe('Target 3.00 above, stop 1.50 below');
    expect(exitsText(order({ Side: 'Short', Exits }))).toBe('Target 3.00 below, stop 1.50 above');
  });

  it.each([
    ['of a sale', order({ Side: 'Sell' }), 'exits are for an order that opens a position'],
    ['with a stop above the entry', order({ Exits: withStop(101) }), 'the stop is below the entry'],
    [
      'with a price off its step',
      order({ Exits: withStop(99.005) }),
      'the price of the stop is no multiple of the price step',
    ],
    [
      'of an order in the closing auction',
      order({ Type: 'MarketOnClose', Price: null }),
      'the entry of a bracket does not wait for the closing auction',
    ],
  ])('are refused by the rules of the server: %s', (_title, staged, problem) => {
    expect(exitsProblem(staged)).toBe(problem);
  });

  it('of a market order are compared with the market', () => {
    const market = order({ Type: 'Market', Price: null, Exits: withStop(101) });
    expect([exitsProblem(market), exitsProblem(market, 1_000_000)]).toEqual([
      null,
      'the stop is below the entry',
    ]);
  });
});

/** An order whose exits a template states. */
const templated = (Template: string, change: Partial<StagedOrder> = {}): StagedOrder => {
  const { Exits: _exits, ...plain } = order({ Template, ...change });
  return plain;
};

describe('a template of a staged order', () => {
  const exitsOf = (staged: StagedOrder) => {
    const exits = exitsOfStaged(staged, TEMPLATES);
    if (!exits.ok || exits.value === null) throw new Error('there are no exits');
    return exits.value;
  };
  const made = (staged: StagedOrder, marketE4 = 0) => bracketText(staged, exitsOf(staged), marketE4);

  it('gives all its exits, with shares of the quantity of the order', () => {
    expect(exitsOf(templated('scalp', { Quantity: 5 }))).toEqual({
      target: null,
      targets: [
        { basis: 'Percent', amount: 1, tif: 'Day', quantity: 3 },
        { basis: 'Percent', amount: 2, tif: 'Day', quantity: 2 },
      ],
      stop: { basis: 'Offset', amount: 0.5, tif: 'Day' },
      isBreakEven: true,
    });
    expect(exitsText(templated('Scalp'))).toBe('Template Scalp');
  });

  it('is read as the prices that it makes of a fill at the limit, else at the market, else as its distances', () => {
    expect(made(templated('Scalp'))).toBe(
      'target 60 at 101.00, target 40 at 102.00, stop 99.50, to break-even after target 1, DAY',
    );
    const short = templated('Scalp', { Side: 'Short', Type: 'Market', Price: null });
    expect(made(short, 500_000)).toBe(
      'target 60 at 49.50, target 40 at 49.00, stop 50.50, to break-even after target 1, DAY',
    );
    expect(made(short)).toContain(
      'target 60 at 1.00% from the fill, target 40 at 2.00% from the fill, stop 0.50 from the fill',
    );
    expect(made(templated('Swing'))).toBe(
      'target 3.00 ATR from the fill, stop 99.50, trailing 0.50% from 101.00, closed 15:50 ET, GTC',
    );
  });

  it.each([
    [
      'an unknown name',
      templated('Scalping'),
      'there is no template "Scalping": use "Scalp", "Swing", "Dip"',
    ],
    [
      'a condition',
      templated('Dip'),
      'the template "Dip" is a condition: an order of a basket takes one with exits',
    ],
    [
      'exits of its own beside it',
      order({ Template: 'Scalp' }),
      'state a template, or exits of its own (target, stop loss, exit tif), not both',
    ],
  ])('is refused: %s', (_title, staged, error) => {
    expect(exitsOfStaged(staged, TEMPLATES)).toEqual({ ok: false, error });
  });

  it('is unknown until the templates are loaded, and there may be none', () => {
    expect(exitsOfStaged(templated('Scalp'), null)).toEqual({
      ok: false,
      error: 'the templates could not be loaded: try again',
    });
    expect(exitsOfStaged(templated('Scalp'), [])).toEqual({
      ok: false,
      error: 'there is no template "Scalp": the ticket saves templates',
    });
    expect(exitsOfStaged({ Quantity: 5 }, null)).toEqual({ ok: true, value: null });
  });

  it('is judged by the rules of the server', () => {
    const problem = (change: Partial<StagedOrder>, name = 'Scalp') => {
      const staged = templated(name, change);
      return bracketProblem(staged, exitsOf(staged), 0);
    };
    expect([problem({}), problem({}, 'Swing')]).toEqual([null, null]);
    expect(problem({ Side: 'Sell' })).toBe('exits are for an order that opens a position');
    expect(problem({ Quantity: 1 })).toMatch(/target/);
    expect(problem({ Type: 'MarketOnClose', Price: null })).toBe(
      'the entry of a bracket does not wait for the closing auction',
    );
  });
});

describe('templates in a CSV file', () => {
  const read = (lines: string, templates: typeof TEMPLATES | null = TEMPLATES) =>
    readOrdersCsv(
      `symbol,side,quantity,price,target,stop loss,exit tif,template\n${lines}\n`,
      undefined,
      templates,
    );

  it('are named in their column, and written so that they are read again', () => {
    const { orders, problems } = read('SPY,Buy,100,100,,,,Scalp\nAAPL,Buy,5,200,205,,,');
    expect([problems, orders.map(({ Template, Exits }) => [Template, Exits?.Target?.Amount])]).toEqual([
      [],
      [
        ['Scalp', undefined],
        [undefined, 205],
      ],
    ]);
    expect(readOrdersCsv(writeOrdersCsv(orders), undefined, [SCALP])).toEqual({ orders, problems: [] });
  });

  it.each([
    ['SPY,Buy,100,100,,,,Nope', 'there is no template "Nope": use "Scalp", "Swing", "Dip"'],
    [
      'SPY,Buy,100,100,105,,,Scalp',
      'state a template, or exits of its own (target, stop loss, exit tif), not both',
    ],
    [
      'SPY,Buy,100,100,,,GTC,Scalp',
      'state a template, or exits of its own (target, stop loss, exit tif), not both',
    ],
    [
      'SPY,Buy,100,100,,,,Dip',
      'the template "Dip" is a condition: an order of a basket takes one with exits',
    ],
    ['SPY,Sell,100,100,,,,Scalp', 'exits are for an order that opens a position'],
    [`SPY,Buy,100,100,,,,${'x'.repeat(101)}`, 'the name of a template has at most 100 characters'],
  ])('leave a line out that cannot have them: %s', (line, problem) => {
    expect(read(line)).toEqual({ orders: [], problems: [`Line 2: ${problem}.`] });
  });

  it('are left to the check of the basket while they are not loaded', () => {
    expect(read('SPY,Buy,100,100,,,,Nope', null).orders).toMatchObject([{ Template: 'Nope' }]);
  });
});

describe('several targets of a staged order', () => {
  it('are read from one text, and written as they are read', () => {
    const targets = readTargets('101 / +2.5/3%');
    expect(targets).toEqual({
      Target: null,
      Targets: [
        { Basis: 'Price', Amount: 101 },
        { Basis: 'Offset', Amount: 2.5 },
        { Basis: 'Percent', Amount: 3 },
      ],
    });
    expect(targets && targetsText(targets)).toBe('101.00 / +2.50 / 3%');
    expect(readTargets('101')).toEqual({ Target: { Basis: 'Price', Amount: 101 } });
    expect(readTargets('')).toEqual({ Target: null });
  });

  it.each(['1% /', '/ 1%', '1% / two', '1/2/3/4/5/6'])('are not read from "%s"', (text) => {
    expect(readTargets(text)).toBeUndefined();
  });

  const Exits = (text: string): StagedOrder['Exits'] => ({
    Target: null,
    ...readTargets(text),
    Stop: null,
    Tif: 'Day',
  });

  it('close equal parts, the last one what the others leave, by the rules of the server', () => {
    const staged = order({ Quantity: 10, Exits: Exits('1% / 2% / 3%') });
    const exits = exitsOfStaged(staged, null);
    expect(exits.ok && exits.value?.targets?.map(({ quantity }) => quantity)).toEqual([3, 3, 4]);
    expect([exitsProblem(staged), exitsText(staged)]).toEqual([null, 'Targets 1% / 2% / 3%']);
    expect(exitsProblem(order({ Exits: Exits('2% / 1%') }))).not.toBeNull();
    expect(exitsProblem(order({ Quantity: 1, Exits: Exits('1% / 2%') }))).not.toBeNull();
  });

  it('are kept in a CSV file', () => {
    const orders = [order({ Exits: Exits('+1 / +2.5') })];
    const csv = writeOrdersCsv(orders);
    expect(csv).toContain('1.00 away / 2.50 away');
    expect(readOrdersCsv(csv)).toEqual({ orders, problems: [] });
  });
});

describe('exits in a CSV file', () => {
  it('are read under their columns, and written so that they are read again', () => {
    const { orders, problems } = readOrdersCsv(
      'symbol,side,quantity,price,target,stop loss,exit tif\nSPY,Buy,100,100,+1.5,2%,DAY\nAAPL,Short,5,200,,205,\nMSFT,Buy,5,200,,,\n',
    );
    expect(problems).toEqual([]);
    expect(orders.map(({ Exits }) => Exits)).toEqual([
      { Target: { Basis: 'Offset', Amount: 1.5 }, Stop: { Basis: 'Percent', Amount: 2 }, Tif: 'Day' },
      { Target: null, Stop: { Basis: 'Price', Amount: 205 }, Tif: 'GoodTillCancel' },
      undefined,
    ]);
    const csv = writeOrdersCsv(orders);
    expect(csv).toContain('1.50 away');
    expect(readOrdersCsv(csv)).toEqual({ orders, problems: [] });
  });

  it.each([
    [
      'target',
      '"near" is no target: use a price (105.50), a distance in dollars (+1.50) or in per cent (2%), up to 5 of them with / between',
      'near,,',
    ],
    ['time', '"IOC" is no time in force of exits: use DAY or GTC', '105,,IOC'],
    ['side', 'the target is above the entry', '95,,'],
  ])('leave a line out whose %s is wrong', (_title, problem, cells) => {
    const csv = `symbol,side,quantity,price,target,stop loss,exit tif\nSPY,Buy,100,100,${cells}\n`;
    expect(readOrdersCsv(csv)).toEqual({ orders: [], problems: [`Line 2: ${problem}.`] });
  });
});
