import { afterEach, describe, expect, it, vi } from 'vitest';
import { noFigures } from '../../../domain/bars/historical-figures.ts';
import type { StockFilter } from '../../../domain/screener/index.ts';
import { ScriptedMarket } from '../../brokerage/testing/scripted-market.ts';
import {
  ANSWER_WITHIN_MS,
  IDLE_SWEEP_MS,
  READ_AT_ONCE_SYMBOLS,
  SWEEP_MS,
  StockScreener,
} from './stock-screener.ts';

const ABOVE_50: StockFilter = { Field: 'Last', Compare: 'GreaterThan', CompareWith: 50 };
const OVERSOLD: StockFilter = { Field: 'RSI14', Compare: 'LessThan', CompareWith: 30 };
const signal = new AbortController().signal;

let running: StockScreener | undefined;
afterEach(() => {
  running?.stop();
  vi.useRealTimers();
});

function setUp(symbols: readonly string[] = ['AAA', 'BBB', 'CCC']) {
  const market = new ScriptedMarket(symbols);
  const state = {
    hostMs: 0,
    session: 'one',
    rsi: new Map<string, number>(),
    isKnown: true,
    computed: [] as string[],
  };
  const figures = {
    generation: () => state.session,
    latest: (symbol: string) =>
      state.isKnown ? { ...noFigures(), RSI14: state.rsi.get(symbol) ?? null } : undefined,
    load(symbol: string) {
      state.computed.push(symbol);
      return Promise.resolve({ ...noFigures(), RSI14: state.rsi.get(symbol) ?? null });
    },
    whenAll: () => Promise.resolve(),
  };
  const errors: unknown[] = [];
  running = new StockScreener({
    market,
    figures,
    hostMs: () => state.hostMs,
    logger: { error: (detail: unknown) => void errors.push(detail) },
  });
  const service = running;
  /** The symbols of an answer that must be complete. */
  const screen = async (...query: Parameters<StockScreener['screen']>) => {
    const { symbols: passed, pending } = await service.screen(...query);
    expect(pending).toBe(0);
    return passed;
  };
  return { market, state, screener: { screen, start: () => service.start() }, service, errors };
}

describe('the screener', () => {
  it('checks every stock at its present price', async () => {
    const { market, screener, state } = setUp();
    market.print('AAA', 60, 1);
    market.print('BBB', 40, 1);
    expect(await screener.screen([ABOVE_50], signal)).toEqual(['AAA']);
    market.print('BBB', 55, 1);
    state.hostMs += 1_000;
    expect(await screener.screen([ABOVE_50], signal)).toEqual(['AAA', 'BBB']);
  });

  it('reads the market once for concurrent screens', async () => {
    const { market, screener } = setUp();
    const reads = vi.spyOn(market, 'snapshot');
    await Promise.all([screener.screen([ABOVE_50], signal), screener.screen([ABOVE_50], signal)]);
    await screener.screen([ABOVE_50], signal);
    expect(reads).toHaveBeenCalledTimes(3);
  });

  it('computes the figures that a filter needs, and uses those of a new session', async () => {
    const { screener, state } = setUp();
    state.isKnown = false;
    state.rsi.set('BBB', 20);
    expect(await screener.screen([OVERSOLD], signal)).toEqual(['BBB']);
    expect(state.computed).toEqual(['AAA', 'BBB', 'CCC']);
    state.isKnown = true;
    state.rsi = new Map([['CCC', 25]]);
    expect(await screener.screen([OVERSOLD], signal)).toEqual(['BBB']);
    state.session = 'two';
    expect(await screener.screen([OVERSOLD], signal)).toEqual(['CCC']);
  });

  it('computes figures only for stocks that pass all other filters', async () => {
    const { market, screener, state } = setUp();
    state.isKnown = false;
    state.rsi = new Map([
      ['AAA', 20],
      ['BBB', 20],
    ]);
    market.print('BBB', 60, 1);
    expect(await screener.screen([OVERSOLD, ABOVE_50], signal)).toEqual(['BBB']);
    expect(state.computed).toEqual(['BBB']);
    expect(await screener.screen([OVERSOLD], signal)).toEqual(['AAA', 'BBB']);
  });

  it('answers for a large market from what was read in the background, and reads it less often while no screen is used', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'Date'] });
    const count = READ_AT_ONCE_SYMBOLS + 1;
    const { market, screener, state } = setUp(Array.from({ length: count }, (_, index) => `S${index}`));
    const advance = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 1_000) {
        state.hostMs += 1_000;
        await vi.advanceTimersByTimeAsync(1_000);
      }
    };
    let reads = 0;
    const snapshot = market.snapshot.bind(market);
    market.snapshot = (symbol) => {
      reads += 1;
      return snapshot(symbol);
    };
    screener.start();
    await advance(5_000);
    expect(reads).toBe(count);
    market.print('S0', 60, 1);
    expect(await screener.screen([ABOVE_50], signal)).toEqual([]);
    await advance(IDLE_SWEEP_MS + 5_000);
    expect(await screener.screen([ABOVE_50], signal)).toEqual(['S0']);
    reads = 0;
    await advance(SWEEP_MS * 4);
    expect(reads).toBeGreaterThanOrEqual(count * 3);
    await advance(700_000);
    reads = 0;
    await advance(IDLE_SWEEP_MS * 3);
    expect(reads).toBeLessThanOrEqual(count * 3);
  });

  it('continues after the market failed to return a snapshot', async () => {
    const { market, screener } = setUp();
    vi.spyOn(market, 'snapshot').mockImplementationOnce(() => {
      throw new Error('no snapshot');
    });
    await expect(screener.screen([ABOVE_50], signal)).rejects.toThrow('no snapshot');
    market.print('AAA', 60, 1);
    expect(await screener.screen([ABOVE_50], signal)).toEqual(['AAA']);
  });

  it('answers in time with what has been read of a slow market, reports how much is left, and continues', async () => {
    const { market, service } = setUp(
      Array.from({ length: 40 }, (_, index) => `S${String(index).padStart(2, '0')}`),
    );
    for (const symbol of market.symbols()) market.print(symbol, 60, 1);
    const snapshot = market.snapshot.bind(market);
    const takes = (ms: number): void => {
      const endMs = performance.now() + ms;
      while (performance.now() < endMs);
    };
    market.snapshot = (symbol) => {
      takes(ANSWER_WITHIN_MS / 16);
      return snapshot(symbol);
    };
    const first = await service.screen([ABOVE_50], signal);
    expect([first.symbols.length > 0, first.pending > 0, first.symbols.length + first.pending]).toEqual([
      true,
      true,
      40,
    ]);
    let last = first;
    for (let round = 0; round < 4 && last.pending > 0; round++) {
      const next = await service.screen([ABOVE_50], signal);
      expect(next.pending).toBeLessThan(last.pending);
      expect(next.symbols.slice(0, last.symbols.length)).toEqual(last.symbols);
      last = next;
    }
    expect(last).toEqual({ symbols: [...market.symbols()], pending: 0 });
  });

  it('computes the figures of as many stocks as there is time for, and of the others with the next request', async () => {
    const { market, service, state } = setUp(
      Array.from({ length: 12 }, (_, index) => `S${String(index).padStart(2, '0')}`),
    );
    await service.screen([ABOVE_50], signal);
    const known = new Map<string, number>();
    state.isKnown = false;
    for (const symbol of market.symbols()) state.rsi.set(symbol, 20);
    const slow = new StockScreener({
      market,
      hostMs: () => state.hostMs,
      logger: { error: () => {} },
      figures: {
        generation: () => 'one',
        whenAll: () => Promise.resolve(),
        latest: (symbol) => {
          const RSI14 = known.get(symbol);
          return RSI14 === undefined ? undefined : { ...noFigures(), RSI14 };
        },
        async load(symbol) {
          await new Promise((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS / 4));
          known.set(symbol, 20);
          return { ...noFigures(), RSI14: 20 };
        },
      },
    });
    const answers = [];
    do answers.push(await slow.screen([OVERSOLD], signal));
    while (answers.at(-1)?.pending !== 0 && answers.length < 12);
    expect(answers.length).toBeGreaterThan(1);
    for (const { symbols, pending } of answers) expect(symbols.length + pending).toBe(12);
    expect(answers.at(-1)?.symbols).toEqual([...market.symbols()]);
    slow.stop();
  });
});
