import { describe, expect, it } from 'vitest';
import { calendarOf, marketToWire, routePermissionsOf } from './reference-data.ts';

const market = (iso: string, sessionDay = { date: '', openMs: 0, closeMs: 1 }) => ({
  exchangeMs: () => Date.parse(iso),
  sessionDay: () => sessionDay,
});
const sessionOf = (open: string, close: string) => ({
  date: open.slice(0, 10),
  openMs: Date.parse(open),
  closeMs: Date.parse(close),
});

describe('calendarOf', () => {
  it('returns today and five sessions each way, ascending, over weekends and holidays', () => {
    // Wednesday 2025-07-02; Thursday closes early, Friday is a holiday.
    const { Items } = calendarOf(
      market('2025-07-02T15:00:00Z', sessionOf('2025-07-02T13:30:00Z', '2025-07-02T20:00:00Z')),
    );
    expect(Items.map((item) => new Date(item.Start).toISOString().slice(0, 10))).toEqual([
      '2025-06-25',
      '2025-06-26',
      '2025-06-27',
      '2025-06-30',
      '2025-07-01',
      '2025-07-02',
      '2025-07-03',
      '2025-07-07',
      '2025-07-08',
      '2025-07-09',
      '2025-07-10',
    ]);
    expect(Items.find((item) => item.Start === Date.parse('2025-07-03T13:30:00Z'))?.End).toBe(
      Date.parse('2025-07-03T17:00:00Z'),
    );
  });

  it("adds the market's own session on a day the exchanges are closed", () => {
    const { Items } = calendarOf(
      market('2025-07-05T15:00:00Z', sessionOf('2025-07-05T13:30:00Z', '2025-07-05T20:00:00Z')),
    );
    expect(Items).toHaveLength(11);
    expect(Items).toContainEqual({
      Start: Date.parse('2025-07-05T13:30:00Z'),
      End: Date.parse('2025-07-05T20:00:00Z'),
    });
  });
});

describe('marketToWire', () => {
  const facts = {
    kind: 'simulated',
    symbols: () => ['KO', 'MSFT'],
    byTurnover: async () => ['MSFT', 'KO'],
  } as const;

  it('names the most traded symbol as the default one', async () => {
    expect(await marketToWire(facts)).toEqual({
      Kind: 'Simulated',
      DefaultSymbol: 'MSFT',
      MostTraded: ['MSFT', 'KO'],
    });
  });

  it('names SPY where the market has it, whatever trades more', async () => {
    const { DefaultSymbol, MostTraded } = await marketToWire({
      ...facts,
      symbols: () => ['KO', 'MSFT', 'SPY'],
      byTurnover: async () => ['MSFT', 'SPY'],
    });
    expect([DefaultSymbol, MostTraded]).toEqual(['SPY', ['MSFT', 'SPY']]);
  });

  it('names the first symbol of a recording in which nothing trades', async () => {
    const symbols = () => ['$SPX', '$VIX'];
    expect(await marketToWire({ kind: 'replay', symbols, byTurnover: async () => [] })).toEqual({
      Kind: 'Replay',
      DefaultSymbol: '$SPX',
      MostTraded: [],
    });
  });
});

describe('routePermissionsOf', () => {
  const facts = (changes: object) => ({
    routes: ['SMART/AUTO', 'SMART/NYSE'],
    destinations: null,
    ...changes,
  });

  it('names the routes that the account may use, with the permission bits of their destination', () => {
    expect(routePermissionsOf(facts({}))).toEqual({
      Items: [{ Destination: 'SMART', Routes: ['AUTO', 'NYSE'], Permissions: 3 }],
    });
    expect(routePermissionsOf(facts({ destinations: { SMART: 1 } })).Items).toMatchObject([
      { Permissions: 1 },
    ]);
  });

  it.each([
    ['the account is unknown', null],
    ['its routes are not known', facts({ routes: undefined })],
    ['its destinations are not known', facts({ destinations: undefined })],
    ['no destination is permitted', facts({ destinations: {} })],
    [
      'a destination has the name of an inherited property',
      facts({ destinations: Object.create({ SMART: 3 }) }),
    ],
  ])('permits nothing when %s', (_case, account) => {
    expect(routePermissionsOf(account)).toEqual({ Items: [] });
  });
});
