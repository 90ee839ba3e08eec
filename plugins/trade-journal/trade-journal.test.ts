import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { mergeSaves, type Save } from '../../src/domain/saves/index.ts';
import type { WireOpenLot, WireRealisedLine, WireRoundTrip } from '../../src/plugin-api/index.ts';
import { gainsCsv } from './gains-csv.ts';
import { choiceProblem, lotOptions } from './lot-choice.ts';
import { emptyNote, notesOf, type TradeNote, withNote, withOneVersion } from './notes.ts';
import { rMultiple, statisticsOf } from './statistics.ts';
import { durationText } from './trip-columns.ts';
import { figuresByTag, filteredRows, tripRows } from './trips.ts';
import { NO_FILTER } from './state.ts';

const MARCH_MS = Date.UTC(2026, 2, 3, 15);
const trip = (serial: number, change: Partial<WireRoundTrip> = {}): WireRoundTrip => ({
  Id: `AAPL:${serial}`,
  Symbol: 'AAPL',
  Side: 'Long',
  Opened: MARCH_MS + serial,
  Closed: MARCH_MS + serial + 60_000,
  Quantity: 100,
  EntryPrice: 10,
  ExitQuantity: 100,
  ExitPrice: 11,
  MaxQuantity: 100,
  Gross: 101,
  Fees: 1,
  Net: 100,
  Risk: null,
  ClosedBy: null,
  Strategy: null,
  ...change,
});
const noteOn = (serial: number, change: Partial<TradeNote>): TradeNote => ({
  ...emptyNote(trip(serial)),
  ...change,
});
const saved = (saves: readonly Save[], serial: number, change: Partial<TradeNote>): readonly Save[] => {
  const { save } = withNote(saves, { account: 'D-1', trip: trip(serial), note: noteOn(serial, change) });
  return [...saves.filter(({ Id }) => Id !== save.Id), save];
};

describe('trade notes', () => {
  it('are in one save of their account and month, and are read from it', () => {
    const saves = saved(saved([], 1, { Tags: ['gap'] }), 2, { Note: 'Too late', Rating: 2 });
    expect(saves.map(({ Type, Name }) => [Type, Name])).toEqual([['TradeNotes', 'D-1 2026-03']]);
    const { byTrip, tags } = notesOf(saves, 'D-1');
    expect(byTrip.get('AAPL:2')?.[0]?.note).toMatchObject({ Note: 'Too late', Rating: 2 });
    expect(tags).toEqual(['gap']);
    expect(notesOf(saves, 'D-2').byTrip.size).toBe(0);
  });

  it('leave no save behind when nothing is written any more', () => {
    const saves = saved([], 1, { Note: 'x' });
    const parts = { account: 'D-1', trip: trip(1), note: noteOn(1, {}) };
    expect(withNote(saves, parts).isEmpty).toBe(true);
    expect(withNote(saved(saves, 2, { Note: 'y' }), parts)).toMatchObject({ isEmpty: false });
  });

  it('of two trips that two machines wrote at once are both kept', () => {
    const base = saved([], 1, { Note: 'x' });
    const [first] = base;
    const [mine] = saved(base, 2, { Note: 'mine' });
    const [theirs] = saved(base, 3, { Note: 'theirs' });
    if (!first || !mine || !theirs) throw new Error('each has a save');
    const { row, copy } = mergeSaves(first, mine, theirs);
    expect(copy).toBeNull();
    expect([...notesOf([row], 'D-1').byTrip.keys()].sort()).toEqual(['AAPL:1', 'AAPL:2', 'AAPL:3']);
  });

  it('of one trip that two machines wrote at once are both shown until the user keeps one', () => {
    const [mine] = saved([], 1, { Note: 'mine' });
    const [theirs] = saved([], 1, { Note: 'theirs' });
    if (!mine || !theirs) throw new Error('each has a save');
    // Both machines have made the same save: the later version is added under a free name.
    expect(mine.Id).toBe(theirs.Id);
    const copy = { ...mine, Id: '7', Name: 'D-1 2026-03 (2)' };
    const versions = notesOf([theirs, copy], 'D-1').byTrip.get('AAPL:1');
    expect(versions?.map(({ saveId, note }) => [saveId, note.Note])).toEqual([
      [theirs.Id, 'theirs'],
      ['7', 'mine'],
    ]);
    const [emptied] = withOneVersion([theirs, copy], 'AAPL:1', '7');
    expect(emptied).toMatchObject({ Id: theirs.Id, Data: {} });
  });

  it('pass over what is damaged and keep it when another note is written', () => {
    const damaged = { Id: '5', Type: 'TradeNotes', Name: 'D-1 2026-03', Data: { 'AAPL:9': { Note: 7 } } };
    expect(notesOf([damaged], 'D-1').byTrip.size).toBe(0);
    const { save } = withNote([damaged], { account: 'D-1', trip: trip(1), note: noteOn(1, { Note: 'x' }) });
    expect(save).toMatchObject({ Id: '5', Data: { 'AAPL:9': { Note: 7 }, 'AAPL:1': { Note: 'x' } } });
  });

  it('without a trip are shown when all trips are known', () => {
    const notes = notesOf(saved([], 9, { Note: 'busted' }), 'D-1');
    expect(tripRows([trip(1)], notes, false).map(({ Id }) => Id)).toEqual(['AAPL:1']);
    expect(tripRows([trip(1)], notes, true).map(({ Id, isGone }) => [Id, isGone])).toEqual([
      ['AAPL:1', false],
      ['AAPL:9', true],
    ]);
  });
});

describe('the list of round trips', () => {
  const notes = notesOf(saved(saved([], 1, { Tags: ['gap'] }), 2, { Tags: ['gap', 'late'] }), 'D-1');
  const rows = tripRows(
    [
      trip(1),
      trip(2, { Net: -50, Risk: 25 }),
      trip(3, { Closed: null, Net: -1, Symbol: 'MSFT' }),
      trip(4, { Net: 0 }),
    ],
    notes,
    false,
  );
  const ids = (change: object) =>
    filteredRows(rows, { ...NO_FILTER, ...change }).map(({ Opened }) => Opened - MARCH_MS);

  it.each([
    [{}, [1, 2, 3, 4]],
    [{ Outcome: 'Profit' }, [1]],
    [{ Outcome: 'Loss' }, [2]],
    [{ Outcome: 'Open' }, [3]],
    [{ Tag: 'late' }, [2]],
    [{ Symbol: 'MS' }, [3]],
  ])('limited to %o has %o', (change, expected) => {
    expect(ids(change)).toEqual(expected);
  });

  it('has the figures of its closed trips', () => {
    expect(statisticsOf(rows)).toEqual({
      count: 3,
      wins: 1,
      losses: 1,
      net: 50,
      winRate: 1 / 3,
      averageWin: 100,
      averageLoss: -50,
      expectancy: 50 / 3,
      profitFactor: 2,
      averageR: -2,
    });
    expect(statisticsOf([])).toMatchObject({ count: 0, winRate: null, profitFactor: null, expectancy: null });
    expect(rMultiple(trip(1, { Closed: null, Risk: 10 }))).toBeNull();
    expect(figuresByTag(rows).map(({ tag, figures }) => [tag, figures.count, figures.net])).toEqual([
      ['gap', 2, 50],
      ['late', 1, -50],
    ]);
  });

  it.each([
    [59_000, '59s'],
    [61_000, '1m 1s'],
    [3_660_000, '1h 1m'],
    [90_000_000, '1d 1h'],
  ])('writes %i ms as %s', (ms, expected) => {
    expect(durationText(ms)).toBe(expected);
  });
});

const line = (change: Partial<WireRealisedLine>): WireRealisedLine => ({
  Symbol: 'AAPL',
  Lot: '2',
  Closing: '9',
  Cause: 'Fill',
  Side: 'Long',
  Quantity: 60,
  Acquired: '2026-03-02',
  Sold: '2026-03-03',
  IsLongTerm: false,
  Proceeds: 660,
  Cost: 600.5,
  Gain: 59.5,
  Gross: 60,
  OrderId: '8',
  IsChosen: false,
  ChoosableUntil: null,
  ...change,
});

it('the realised gains are saved as CSV with totals by term and the reconciliation', () => {
  const none = { Lines: 0, Proceeds: 0, Cost: 0, Gain: 0 };
  const csv = gainsCsv({
    lines: [line({ IsLongTerm: true, Symbol: 'SPY   260306C00100000', Quantity: 1 }), line({})],
    ShortTerm: { Lines: 1, Proceeds: 660, Cost: 600.5, Gain: 59.5 },
    LongTerm: none,
    Reconciliation: { Realised: 120, MethodDifference: -20, ClosedPl: 100, PositionsClosedPl: 100 },
  });
  const [header, ...rows] = Papa.parse<string[]>(csv.trim()).data;
  expect(header?.slice(0, 8)).toEqual([
    'Term',
    'Symbol',
    'Description',
    'Date acquired',
    'Date sold',
    'Proceeds',
    'Cost',
    'Gain or loss',
  ]);
  expect(rows.map((row) => [row[0], row[2], row[7]])).toEqual([
    ['Short', '60 sh AAPL', '59.5'],
    ['Short-term total', '', '59.5'],
    ['Long', expect.stringMatching(/^1 contract SPY/), '59.5'],
    ['Long-term total', '', '0'],
    ['Realised since the beginning, before fees', '', '120'],
    ['Difference of other lots than the oldest, in the cost of open lots', '', '-20'],
    ['Closed P&L of the positions', '', '100'],
  ]);
});

it('an order may choose among the lots that it closed and those that are open', () => {
  const open: WireOpenLot = {
    Symbol: 'AAPL',
    Lot: '2',
    Side: 'Long',
    Quantity: 40,
    Opened: MARCH_MS,
    Price: 10,
    Fees: 0,
    OrderId: '1',
  };
  const lines = [line({}), line({ Lot: '4', Quantity: 10 }), line({ OrderId: '99', Lot: '5' })];
  const others = [
    { ...open, Lot: '6', Symbol: 'MSFT' },
    { ...open, Lot: '7', Side: 'Short' as const },
  ];
  const { options, quantity } = lotOptions(line({}), lines, [open, ...others], () => '2026-03-02');
  expect(options.map(({ lot, available }) => [lot, available])).toEqual([
    ['2', 100],
    ['4', 10],
  ]);
  expect(quantity).toBe(70);
  const problem = (two: number, four: number) =>
    choiceProblem(
      options,
      new Map([
        ['2', two],
        ['4', four],
      ]),
      quantity,
    );
  expect([problem(60, 10), problem(70, 1), problem(0, 11), problem(1.5, 0)]).toEqual([
    null,
    'The order closed 70. You chose 71.',
    'Lot 4 has 10.',
    'Enter whole numbers.',
  ]);
});
