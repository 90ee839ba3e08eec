import { describe, expect, it } from 'vitest';
import { newYorkMs } from '../calendar/us-equity.ts';
import { NO_FEES } from '../portfolio/index.ts';
import { reconcile } from './reconciliation.ts';
import type { Reconciliation } from './reconciliation.ts';
import type { ReconciledOrder } from './reconciliation-types.ts';

const MINUTE_MS = 60_000;
const OPEN_MS = newYorkMs('2026-01-06', 600);

const order = (change: Partial<ReconciledOrder> = {}): ReconciledOrder => ({
  id: '1',
  symbol: 'KO',
  sentMs: OPEN_MS,
  side: 'Buy',
  type: 'Market',
  quantity: 100,
  priceE4: 0,
  stopPriceE4: 0,
  status: 'Filled',
  filledQuantity: 100,
  fillPriceE4: 1_000_000,
  fillMs: OPEN_MS,
  fees: NO_FEES,
  reason: '',
  isMultiLeg: false,
  ...change,
});
const kinds = ({ orders }: Reconciliation): string[] => orders.map(({ kind }) => kind);

describe('the comparison of a run that trades two symbols', () => {
  const ofPair = (
    live: readonly ReconciledOrder[],
    backtest: readonly ReconciledOrder[],
    pep: { position?: number; lastPriceE4?: number } = {},
  ): Reconciliation =>
    reconcile({
      live,
      backtest,
      barMs: MINUTE_MS,
      openUntilMs: null,
      symbols: [
        { symbol: 'KO', multiplier: 1, position: 0, firstPriceE4: 1_000_000, lastPriceE4: 1_010_000 },
        {
          symbol: 'PEP',
          multiplier: 1,
          position: 0,
          firstPriceE4: 2_000_000,
          lastPriceE4: 1_990_000,
          ...pep,
        },
      ],
    });
  const inPep = (change: Partial<ReconciledOrder> = {}): ReconciledOrder =>
    order({ symbol: 'PEP', fillPriceE4: 2_000_000, ...change });

  it('pairs orders of one symbol only, whatever the sequence of their fills', () => {
    const result = ofPair([order(), inPep()], [inPep(), order()]);
    expect(kinds(result)).toEqual(['Same', 'Same']);
    expect(result.orders.map(({ live, backtest }) => [live?.symbol, backtest?.symbol])).toEqual([
      ['KO', 'KO'],
      ['PEP', 'PEP'],
    ]);
    expect(kinds(ofPair([order()], [inPep()]))).toEqual(['OnlyLive', 'Follows']);
  });

  it('adds up the profit in both, each from its position at its prices', () => {
    const result = ofPair([order(), inPep({ side: 'Short' })], [order()], { position: 10 });
    // KO: 100 × (101 - 100). PEP: 10 × (199 - 200), and live 100 × (200 - 199) besides.
    expect([result.liveNetE4, result.backtestNetE4]).toEqual([1_900_000, 900_000]);
  });

  it('is unknown without the price of a symbol that counts', () => {
    const unpriced = { lastPriceE4: 0 };
    expect(ofPair([order()], [order()], unpriced).liveNetE4).toBe(1_000_000);
    expect(ofPair([inPep()], [], unpriced).liveNetE4).toBeNull();
    expect(ofPair([], [], { ...unpriced, position: 1 }).liveNetE4).toBeNull();
  });
});
