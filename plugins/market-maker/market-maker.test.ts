import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { symbolColumn } from '../../src/domain/columns/index.ts';
import { QUOTE_FIELDS } from './quote-fields.ts';
import { timeText } from './QuotePanel.tsx';
import { marketMakerState } from './state.ts';
import { showSymbol, symbolToShow } from './symbol.ts';
import { Tape, type Print } from './tape.ts';
import { TapeView } from './tape-view.ts';
import { marketMakerTitle } from './title.ts';

describe('Market Maker title', () => {
  it('names company, symbol and exchange', () => {
    expect(marketMakerTitle('AAPL', { Company: 'Apple Inc', Exchange: 'NASDAQ' })).toBe(
      'Market Maker - Apple Inc (AAPL - NASDAQ)',
    );
  });

  it('shows only the display name of an option', () => {
    expect(
      marketMakerTitle('SPY260821C00645000', { Company: "SPY Aug 21 '26 645 Call", Exchange: 'CBOE' }),
    ).toBe("Market Maker - SPY Aug 21 '26 645 Call");
    expect(marketMakerTitle('SPY260821C00645000', undefined)).toBe("Market Maker - SPY Aug 21 '26 645 Call");
  });

  it('shows the symbol while nothing else is known', () => {
    expect(marketMakerTitle('AAPL', undefined)).toBe('Market Maker - AAPL');
    expect(marketMakerTitle('AAPL', { Company: '', Exchange: '' })).toBe('Market Maker - AAPL');
  });
});

describe('Market Maker state', () => {
  it('accepts what it stores by default: 8 rows of depth, every trade', () => {
    const { schema, initial } = marketMakerState;
    expect(v.parse(schema, JSON.parse(JSON.stringify(initial)))).toEqual(initial);
    expect([initial.DepthRows, initial.MinSize]).toEqual([8, 0]);
  });

  it('fills in what the plain state of symbol and link leaves out', () => {
    expect(v.parse(marketMakerState.schema, { Symbol: 'ibm', Linked: true })).toEqual({
      Symbol: 'IBM',
      Linked: true,
      DepthRows: 8,
      MinSize: 0,
    });
  });

  it.each([
    [{ DepthRows: 21 }],
    [{ DepthRows: 0 }],
    [{ DepthRows: 2.5 }],
    [{ MinSize: -1 }],
    [{ Symbol: 'X'.repeat(24) }],
    [{ Linked: 'yes' }],
  ])('refuses %j', (change) => {
    expect(v.safeParse(marketMakerState.schema, { ...marketMakerState.initial, ...change }).success).toBe(
      false,
    );
  });
});

describe('the symbol of a new window', () => {
  it('is the last one of the tool, else the default of the market', () => {
    // Only the parts that are read.
    const symbolOf = (Symbol: string, last: string | null) =>
      symbolToShow({
        getState: () => ({ ...marketMakerState.initial, Symbol }),
        platform: {
          route: { symbol: { get: () => null }, lastSymbol: () => last },
          session: { get: () => ({ market: { Kind: 'Replay', DefaultSymbol: 'KO', MostTraded: ['KO'] } }) },
        },
      } as unknown as Parameters<typeof symbolToShow>[0]);
    expect([symbolOf('IBM', 'MSFT'), symbolOf('', 'MSFT'), symbolOf('', null)]).toEqual([
      'IBM',
      'MSFT',
      'KO',
    ]);
  });

  it("goes into the address and is kept as the tool's last when it is shown", () => {
    const selected: unknown[] = [];
    let state = marketMakerState.initial;
    const window = {
      getState: () => state,
      update: (change: object) => {
        state = { ...state, ...change };
      },
      platform: { route: { select: (...args: unknown[]) => selected.push(args) } },
    };
    showSymbol(window as unknown as Parameters<typeof showSymbol>[0], 'IBM');
    expect(state.Symbol).toBe('IBM');
    expect(selected).toEqual([['market-maker', 'IBM']]);
  });
});

describe('the quote detail', () => {
  it('shows the time of the quote, and of a stale one its age', () => {
    const timeMs = Date.UTC(2019, 1, 11, 14, 30, 5);
    expect(timeText({ timeMs, staleness: { isStale: false, ageMs: 900 } })).toBe('09:30:05');
    expect(timeText({ timeMs, staleness: { isStale: true, ageMs: 75_000 } })).toBe('Stale: 75 s old');
    expect(timeText({ timeMs, staleness: { isStale: true, ageMs: 180_000 } })).toBe('Stale: 3 min old');
    expect(timeText({ timeMs: 0, staleness: { isStale: false, ageMs: null } })).toBe('–');
  });

  it('takes every figure from the column catalogue, each once', () => {
    expect(QUOTE_FIELDS.map(({ id }) => symbolColumn(id)?.id)).toEqual(QUOTE_FIELDS.map(({ id }) => id));
    expect(new Set(QUOTE_FIELDS.map(({ id }) => id)).size).toBe(QUOTE_FIELDS.length);
  });
});

describe('the view of the tape', () => {
  let count = 0;
  const print = (size = 100): Print => ({
    price: 10,
    size,
    exchange: 'NYSE',
    timeMs: ++count,
    volumeAfter: count * 100,
    side: null,
    missed: 0,
  });

  it('shows the newest first while it is live', () => {
    const tape = new Tape();
    const view = new TapeView(tape);
    const [first, second] = [print(), print()];
    tape.add(first);
    tape.add(second);
    expect([view.lineAt(0), view.lineAt(1), view.lineAt(2)]).toEqual([second, first, undefined]);
    expect([view.isHeld, view.waiting, view.length]).toEqual([false, 0, 2]);
  });

  it('stays at its line while held, and counts the new ones', () => {
    const tape = new Tape();
    const view = new TapeView(tape);
    const first = print();
    tape.add(first);
    view.hold();
    for (let more = 0; more < 5; more++) tape.add(print());
    view.hold();
    expect([view.lineAt(0), view.waiting, view.length]).toEqual([first, 5, 1]);
    view.release();
    expect([view.waiting, view.length]).toEqual([0, 6]);
  });

  it('counts only those that pass the filter as waiting', () => {
    const tape = new Tape();
    tape.setMinSize(500);
    const view = new TapeView(tape);
    view.hold();
    for (const size of [100, 500, 499, 900]) tape.add(print(size));
    expect(view.waiting).toBe(2);
  });

  it('has no line left when all that it held has been dropped', () => {
    const tape = new Tape(3);
    const view = new TapeView(tape);
    tape.add(print());
    view.hold();
    for (let more = 0; more < 4; more++) tape.add(print());
    expect([view.length, view.lineAt(0)]).toEqual([0, undefined]);
  });
});
