import { describe, expect, it, vi } from 'vitest';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { MarketFeed, type FeedStates } from './market-feed.ts';
import { marketMaker } from './manifest.ts';
import { marketMakerState } from './state.ts';

type Symbols = ToolPlatform['symbols'];
type Trade = Parameters<Parameters<Symbols['onTrade']>[1]>[0];
type Quotes = Parameters<Parameters<Symbols['watchBbo']>[1]>[0];

const trade = (price: number, volumeAfter: number, size = 100): Trade => ({
  S: 'SPY',
  P: price,
  V: size,
  TV: volumeAfter,
  X: 'ARCA',
  TS: volumeAfter,
});
const quotes: Quotes = [{ Exchange: 'ARCA', Bid: 10, BidSize: 100, Ask: 10.02, AskSize: 200 }];
const settle = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

/** The part of the symbol store that the feed uses, driven by the test. */
function fakeSymbols() {
  const live = new Set<string>();
  const keep = (name: string) => {
    live.add(name);
    return () => live.delete(name);
  };
  let onTrade: (print: Trade) => void = () => {};
  let onQuotes: (list: Quotes) => void = () => {};
  const answers: {
    timeAndSale: (() => Promise<Trade[]>) | null;
    bbo: (() => Promise<Quotes>) | null;
    optionSnapshot: (() => Promise<{ Recorded?: { Time: number } }[]>) | null;
  } = { timeAndSale: null, bbo: null, optionSnapshot: null };
  const signals: (AbortSignal | undefined)[] = [];
  const never = new Promise<never>(() => {});
  const symbols = {
    watch: () => keep('watch'),
    subscribe: () => keep('subscribe'),
    onTrade: (_symbol: string, listener: (print: Trade) => void) => {
      onTrade = listener;
      return keep('trades');
    },
    watchBbo: (_symbol: string, listener: (list: Quotes) => void) => {
      onQuotes = listener;
      return keep('bbo');
    },
    get: () => ({ bid: 10, ask: 10.02 }),
    timeAndSale: (_symbol: string, signal?: AbortSignal) => {
      signals.push(signal);
      return answers.timeAndSale?.() ?? never;
    },
    optionSnapshot: () => answers.optionSnapshot?.() ?? never,
    bbo: (_symbol: string, signal?: AbortSignal) => {
      signals.push(signal);
      return answers.bbo?.() ?? never;
    },
  };
  // Only what the feed uses is there.
  return {
    symbols: symbols as unknown as Symbols,
    live,
    answers,
    signals,
    print: (trade: Trade) => onTrade(trade),
    quote: (list: Quotes) => onQuotes(list),
  };
}

function start(fake: ReturnType<typeof fakeSymbols>, symbol = 'SPY') {
  const changed: string[] = [];
  const states: FeedStates[] = [];
  const feed = new MarketFeed(
    fake.symbols,
    symbol,
    (part) => changed.push(part),
    (state) => states.push(state),
  );
  return { feed, changed, states, stop: feed.start() };
}

describe('the feed of a Market Maker', () => {
  it('keeps everything flowing from start to stop, and nothing after that', () => {
    const fake = fakeSymbols();
    const { stop } = start(fake);
    expect([...fake.live].toSorted()).toEqual(['bbo', 'subscribe', 'trades', 'watch']);
    stop();
    expect([...fake.live]).toEqual([]);
    expect(fake.signals.map((signal) => signal?.aborted)).toEqual([true, true]);
  });

  it('puts each print on the tape with its side of the market at that moment', () => {
    const fake = fakeSymbols();
    const { feed, changed } = start(fake);
    for (const [index, price] of [9.99, 10, 10.01, 10.02, 10.5].entries())
      fake.print(trade(price, (index + 1) * 100));
    expect(Array.from({ length: 5 }, (_, number) => feed.tape.line(number)?.side)).toEqual([
      'below bid',
      'below bid',
      'between',
      'above ask',
      'above ask',
    ]);
    expect(changed).toEqual(['tape', 'tape', 'tape', 'tape', 'tape']);
  });

  it('counts the shares without a print by the volume', () => {
    const fake = fakeSymbols();
    const { feed } = start(fake);
    // The last one is the first of another session.
    for (const volumeAfter of [5_000, 5_100, 5_900, 6_000, 300]) fake.print(trade(10, volumeAfter));
    expect(Array.from({ length: 5 }, (_, number) => feed.tape.line(number)?.missed)).toEqual([
      0, 0, 700, 0, 0,
    ]);
  });

  it('adds no line for the first message of a subscription, but counts from its volume', () => {
    const fake = fakeSymbols();
    const { feed } = start(fake);
    const state = (volume: number) => fake.print({ ...trade(10, volume), X: '' });
    state(5_000);
    fake.print(trade(10, 5_400));
    expect([feed.tape.total, feed.tape.line(0)?.missed]).toEqual([1, 300]);
    // After a new subscription the trades of the meantime are missing from the tape, and counted with the next print.
    state(9_000);
    fake.print(trade(10, 9_100));
    expect([feed.tape.total, feed.tape.line(1)?.missed]).toEqual([2, 3_600]);
  });

  it('adds the past when it comes, without a side, and no print twice', async () => {
    const fake = fakeSymbols();
    fake.answers.timeAndSale = () => Promise.resolve([trade(10.02, 300), trade(10.01, 200), trade(10, 100)]);
    const { feed, states } = start(fake);
    fake.print(trade(10.02, 300));
    fake.print(trade(10, 400));
    await settle();
    expect(
      Array.from({ length: feed.tape.total }, (_, number) => [
        feed.tape.line(number)?.volumeAfter,
        feed.tape.line(number)?.side,
      ]),
    ).toEqual([
      [100, null],
      [200, null],
      [300, 'above ask'],
      [400, 'below bid'],
    ]);
    expect(states.at(-1)?.tape).toBe('ready');
  });

  it('reports an option of which a replay has recorded quotes and no trades', async () => {
    const loads = async (symbol: string, Recorded?: { Time: number }) => {
      const fake = fakeSymbols();
      fake.answers.timeAndSale = () => Promise.resolve([]);
      fake.answers.optionSnapshot = () => Promise.resolve(Recorded === undefined ? [{}] : [{ Recorded }]);
      const { feed } = start(fake, symbol);
      await settle();
      return feed.states.tape;
    };
    expect(await loads('SPY260320C00660000', { Time: 1 })).toBe('unrecorded');
    expect([await loads('SPY260320C00660000'), await loads('SPY', { Time: 1 })]).toEqual(['ready', 'ready']);
  });

  it('reports which part failed, and is ready after another try', async () => {
    const fake = fakeSymbols();
    fake.answers.timeAndSale = () => Promise.reject(new Error('Busy'));
    fake.answers.bbo = () => Promise.reject(new Error('Busy'));
    const { feed } = start(fake);
    await settle();
    expect(feed.states).toEqual({ tape: 'failed', depth: 'failed' });
    fake.answers.timeAndSale = () => Promise.resolve([]);
    fake.answers.bbo = () => Promise.resolve(quotes);
    await Promise.all([feed.loadTape(), feed.loadDepth()]);
    expect(feed.states).toEqual({ tape: 'ready', depth: 'ready' });
    expect(feed.quotes).toBe(quotes);
  });

  it('shows depth of the feed although the request for it failed', async () => {
    const fake = fakeSymbols();
    let fail: (error: Error) => void = () => {};
    fake.answers.bbo = () =>
      new Promise((_resolve, reject) => {
        fail = reject;
      });
    const { feed } = start(fake);
    fake.quote(quotes);
    fail(new Error('Busy'));
    await settle();
    expect(feed.states.depth).toBe('ready');
  });

  it('ignores an answer that comes after it was stopped', async () => {
    const fake = fakeSymbols();
    let answer: (list: Trade[]) => void = () => {};
    fake.answers.timeAndSale = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const { feed, stop, changed } = start(fake);
    stop();
    answer([trade(10, 100)]);
    await settle();
    expect([feed.tape.total, changed]).toEqual([0, []]);
  });
});

describe('the Trade button', () => {
  it('is there only where the symbol may be traded', () => {
    const trading = marketMaker.commands.find(({ id }) => id === 'trade');
    const canTrade = vi.fn((symbol: string) =>
      symbol.startsWith('$') ? { ok: false, message: 'an index' } : { ok: true },
    );
    const isShown = (Symbol: string) =>
      trading?.isShown?.({
        getState: () => ({ ...marketMakerState.initial, Symbol }),
        platform: {
          canTrade,
          route: { symbol: { get: () => null }, lastSymbol: () => null },
          session: { get: () => ({ market: null }) },
        },
      } as unknown as Parameters<NonNullable<typeof trading.isShown>>[0]);
    expect([isShown('AAPL'), isShown('$SPX'), isShown('')]).toEqual([true, false, true]);
    expect(canTrade.mock.calls.map(([symbol]) => symbol)).toEqual(['AAPL', '$SPX', 'SPY']);
  });
});
