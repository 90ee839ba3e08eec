import { describe, expect, it } from 'vitest';
import { expirationSeconds, YEAR_MS } from '../../../src/domain/options/index.ts';
import type { SymbolRecord } from '../../../src/plugin-api/index.ts';
import { ChainAnalytics } from '../model/analytics.ts';
import { chainLines, expirationGroups } from '../model/chain-lines.ts';
import { chainLayout, contractColumnSetting } from '../model/contract-columns.ts';
import { openExpirations } from '../model/expirations.ts';
import type { OptionQuote, StrikeRow } from '../model/contract.ts';
import { contractOf } from '../testing.ts';
import { chainCells } from './chain-cells.ts';
import { ChainPainter, expectedMoveText, recordedText } from './chain-painter.ts';

const CLASSES = {
  base: 'cell',
  strike: 'strike',
  parity: 'parity',
  inTheMoney: 'money',
  trade: 'trade',
  tones: { up: 'up', down: 'down', muted: 'muted', warning: 'warning' },
};

/** As much of an element as the painter uses. */
function element(dataset: Record<string, string> = {}, children: readonly unknown[] = []) {
  const properties = new Map<string, string>();
  return {
    className: '',
    textContent: '',
    dataset,
    children,
    querySelectorAll: () => children,
    style: {
      getPropertyValue: (name: string) => properties.get(name) ?? '',
      setProperty: (name: string, value: string) => properties.set(name, value),
    },
  };
}

function harness() {
  const seconds = expirationSeconds('2026-12-18');
  const groups = expirationGroups(
    [
      contractOf('C', 100, '2026-12-18', { Volume: 50 }),
      contractOf('P', 100, '2026-12-18', { Volume: 0 }),
      contractOf('C', 105, '2026-12-18', { Volume: 200 }),
    ],
    openExpirations([{ Expiration: seconds, IsWeekly: false }], 0),
  );
  const lines = chainLines(groups, new Set(groups.map(({ id }) => id)));
  const analytics = new ChainAnalytics();
  analytics.setPricing({ spot: 102, nowMs: seconds * 1000 - YEAR_MS / 4 });
  const cells = chainCells(chainLayout(['Bid', 'Volume'].map(contractColumnSetting)), analytics, CLASSES);
  const records = new Map<string, Partial<SymbolRecord>>();
  let isStale = false;
  const painter = new ChainPainter({
    symbols: {
      // Only the prices are read.
      get: (symbol) => records.get(symbol) as SymbolRecord | undefined,
      staleness: () => ({ isStale, ageMs: 1 }),
    },
    analytics,
    wholeClass: 'whole',
  });
  const heading = element(
    { index: '0' },
    ['days', 'volatility', 'move', 'recorded'].map((at) => element({ at })),
  );
  const rows = ['1', '2'].map((index) =>
    element(
      { index },
      cells.map(() => element()),
    ),
  );
  // Only the children are read.
  const body = { children: [heading, ...rows] } as unknown as HTMLElement;
  return {
    heading,
    rows,
    records,
    /** The tooltip of a cell of the first strike. */
    // The chain of the harness has two strikes.
    tooltipOf: (index: number) => cells[index]?.written.tooltip?.(groups[0]?.rows[0] as StrikeRow),
    setUnderlying: (quote: { bid: number; ask: number }) =>
      analytics.setPricing({ ...analytics.pricing, ...quote }),
    setStale: (next: boolean) => {
      isStale = next;
    },
    paint: (onlyNew = false) => painter.paint(body, lines, cells, { onlyNew }),
  };
}
// The harness makes the children.
const texts = (parent: { children: readonly unknown[] }) =>
  parent.children.map((child) => (child as { textContent: string }).textContent);
const live = (change: Partial<SymbolRecord>): Partial<SymbolRecord> => ({
  state: 'live',
  version: 1,
  last: 3,
  previousClose: 2,
  bid: 3.3,
  bidSize: 1,
  ask: 3.4,
  askSize: 1,
  volume: 400,
  timeMs: 2_000,
  ...change,
});

describe('the painter of the chain', () => {
  it('writes calls, strike and puts of a line, and nothing where there is no contract', () => {
    const { rows, paint } = harness();
    paint();
    expect(rows.map(texts)).toEqual([
      ['50', '2.40', '100', '2.40', '0'],
      ['200', '2.40', '105', '', ''],
    ]);
  });

  it('writes days, volatility at the money and expected move of an expiration', () => {
    const { heading, paint } = harness();
    paint();
    // 102 x 25% x the root of a quarter of a year.
    expect(texts(heading)).toEqual(['91 days', '25.0%', '±12.75 (12.50%)', '']);
  });

  it('says since when recorded quotes stand still', () => {
    const recorded = (Recorded: NonNullable<OptionQuote['Recorded']>) =>
      recordedText(
        expirationGroups(
          [contractOf('P', 100, '2026-12-18', { Recorded })],
          openExpirations([{ Expiration: expirationSeconds('2026-12-18'), IsWeekly: false }], 0),
        )[0]?.rows ?? [],
      );
    expect(recorded({ Time: Date.parse('2026-08-14T15:38:38Z'), UnderlyingPrice: 776.22 })).toBe(
      'Recorded 11:38:38',
    );
    expect(recorded({ UnderlyingPrice: 0 })).toBe('Recorded, no snapshot yet');
  });

  it('writes new prices of a live record and lights the cell', () => {
    const { rows, records, paint } = harness();
    paint();
    records.set('ACME261218C00100000', live({}));
    paint();
    expect(texts(rows[0] ?? element())[1]).toBe('3.30');
    const [, bid] = rows[0]?.children ?? [];
    expect(bid).toMatchObject({ dataset: { flash: 'up' } });
  });

  it('draws the bars relative to the largest of the expiration', () => {
    const { rows, paint } = harness();
    paint();
    const shares = rows.map(({ children }) =>
      // The harness makes the children.
      (children[0] as ReturnType<typeof element>).style.getPropertyValue('--share'),
    );
    expect(shares).toEqual(['25', '100']);
  });

  it('marks the line that the price is below, and lines whose prices are stale', () => {
    const { rows, records, paint, setStale } = harness();
    records.set('ACME261218C00105000', live({}));
    paint();
    expect(rows.map(({ dataset }) => 'money' in dataset)).toEqual([false, true]);
    expect(rows.map(({ dataset }) => 'stale' in dataset)).toEqual([false, false]);
    setStale(true);
    paint();
    expect(rows.map(({ dataset }) => 'stale' in dataset)).toEqual([false, true]);
  });

  it('marks a strike whose live quotes contradict put-call parity, with the figures in its tooltip', () => {
    const { rows, records, paint, setUnderlying, tooltipOf } = harness();
    // The harness makes the children.
    const strike = () => (rows[0]?.children[2] as ReturnType<typeof element> | undefined)?.className;
    records.set('ACME261218C00100000', live({}));
    records.set('ACME261218P00100000', live({ bid: 1.2, ask: 1.3 }));
    paint();
    expect([strike(), tooltipOf(2)]).toEqual(['cell strike whole', undefined]);
    records.set('ACME261218P00100000', live({ version: 2, bid: 0.4, ask: 0.5 }));
    paint();
    expect(strike()).toBe('cell strike parity whole');
    expect(tooltipOf(2)).toBe(
      'Put-call parity violated: call minus put is 2.80 bid, 3.00 ask, 0.49 above the bounds 2.00 to 2.31. ' +
        'A quote or the price of the underlying may be out of date.',
    );
    setUnderlying({ bid: 101.5, ask: 102.5 });
    paint();
    expect([strike(), tooltipOf(2)]).toEqual(['cell strike whole', undefined]);
  });

  it('does not check put-call parity against a snapshot', () => {
    const { rows, records, paint } = harness();
    records.set('ACME261218P00100000', live({ bid: 0.1, ask: 0.2 }));
    paint();
    expect(rows[0]?.children[2]).toMatchObject({ className: 'cell strike whole' });
  });

  it('leaves lines that it has written while the chain is scrolled', () => {
    const { rows, records, paint } = harness();
    paint();
    records.set('ACME261218C00100000', live({}));
    paint(true);
    expect(texts(rows[0] ?? element())[1]).toBe('2.40');
  });

  it('shows an unknown move as unknown', () => {
    expect(expectedMoveText(0.4112, 652)).toBe('±0.41 (0.06%)');
    expect([expectedMoveText(null, 100), expectedMoveText(5, 0), expectedMoveText(5, 100)]).toEqual([
      '–',
      '–',
      '±5.00 (5.00%)',
    ]);
  });
});
