import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { contractOf } from './testing.ts';
import { optionChain } from './manifest.ts';
import { optionChainState } from './state.ts';
import { showSymbol, symbolChange, symbolToShow } from './symbol.ts';
import { optionChainTitle } from './title.ts';
import { ticketArguments, tradeContract } from './trade-contract.ts';
import { underlyingTexts } from './underlying-texts.ts';

describe('the Option Chain title', () => {
  it('names company, symbol and exchange', () => {
    expect(optionChainTitle('AAPL', { Company: 'Apple Inc', Exchange: 'NASDAQ' })).toBe(
      'Option Chain - Apple Inc (AAPL - NASDAQ)',
    );
  });

  it('shows the symbol until the facts are known', () => {
    expect(optionChainTitle('AAPL', undefined)).toBe('Option Chain - AAPL');
    expect(optionChainTitle('AAPL', { Company: '', Exchange: '' })).toBe('Option Chain - AAPL');
    expect(optionChain.titleOf({ ...optionChainState.initial, Symbol: '' })).toBe('Option Chain');
  });
});

describe('the Option Chain state', () => {
  const parse = (change: object) =>
    v.safeParse(optionChainState.schema, { ...optionChainState.initial, ...change });

  it('starts with 7 strikes of the expirations within one month', () => {
    const { Strikes, Expirations, WidthPercent, Linked } = optionChainState.initial;
    expect([Strikes, Expirations, WidthPercent, Linked]).toEqual([7, 'near', 0, false]);
  });

  it('reads a state of Symbol, Linked and Columns alone', () => {
    const stored = { Symbol: 'spy', Linked: true, Columns: [{ Id: 'Bid', Width: 60 }] };
    expect(v.parse(optionChainState.schema, stored)).toEqual({
      ...stored,
      Symbol: 'SPY',
      Expirations: 'near',
      Strikes: 7,
      WidthPercent: 0,
      HasPlots: false,
      Spread: { IsOn: false, Legs: [], Quantity: 1 },
    });
  });

  it.each([
    [{ Columns: [] }],
    [{ Columns: [{ Id: 'Bid', Width: -1 }] }],
    [{ Symbol: 'X'.repeat(24) }],
    [{ Linked: 'yes' }],
    [{ Strikes: 0 }],
    [{ Strikes: 201 }],
    [{ Strikes: 7.5 }],
    [{ WidthPercent: -1 }],
    [{ HasPlots: 'yes' }],
    [{ Expirations: '2026-1' }],
    [{ Expirations: 'soon' }],
  ])('refuses %j', (change) => {
    expect(parse(change).success).toBe(false);
  });

  it('has the buttons Columns, Symbol and Link', () => {
    expect(optionChain.toolbar).toEqual(['columns', 'symbol', 'link']);
    expect(optionChain.commands.map(({ title }) => title)).toEqual(['Columns', 'Symbol', 'Spread builder']);
  });
});

describe('the symbol of an Option Chain window', () => {
  it('is what the tool showed last, else the one of the market', () => {
    const shown = (Symbol: string, last: string | null) =>
      symbolToShow({
        getState: () => ({ ...optionChainState.initial, Symbol }),
        // Only the parts that are read.
        platform: {
          route: { symbol: { get: () => null }, lastSymbol: () => last },
          session: { get: () => ({ market: { Kind: 'Replay', DefaultSymbol: 'KO', MostTraded: ['KO'] } }) },
        },
      } as unknown as Parameters<typeof symbolToShow>[0]);
    expect([shown('IBM', 'MSFT'), shown('', 'MSFT'), shown('', null)]).toEqual(['IBM', 'MSFT', 'KO']);
  });

  it('selects the month of an option, and the nearest expirations for the next underlying', () => {
    const option = 'SPY270115C00650000';
    expect([
      symbolChange({ Symbol: 'SPY', Expirations: 'near' }, option),
      symbolChange({ Symbol: 'SPY', Expirations: 'all' }, option),
      symbolChange({ Symbol: option, Expirations: '2027-01' }, 'QQQ'),
      symbolChange({ Symbol: option, Expirations: '2026-12' }, 'QQQ'),
    ]).toEqual([
      { Symbol: option, Expirations: '2027-01' },
      { Symbol: option, Expirations: 'all' },
      { Symbol: 'QQQ', Expirations: 'near' },
      { Symbol: 'QQQ', Expirations: '2026-12' },
    ]);
  });

  it("goes into the address and is kept as the tool's last one", () => {
    const selected: unknown[] = [];
    let state = optionChainState.initial;
    showSymbol(
      // Only the parts that are used.
      {
        getState: () => state,
        update: (change: object) => {
          state = { ...state, ...change };
        },
        platform: { route: { select: (...args: unknown[]) => selected.push(args) } },
      } as unknown as Parameters<typeof showSymbol>[0],
      'QQQ',
    );
    expect([state.Symbol, selected]).toEqual(['QQQ', [['option-chain', 'QQQ']]]);
  });
});

describe('a trade from the chain', () => {
  it('buys at the ask and sells at the bid', () => {
    const contract = contractOf('C', 100);
    expect(ticketArguments(contract, 'Buy')).toEqual({ symbol: contract.symbol, side: 'Buy', price: 2.6 });
    expect(ticketArguments(contract, 'Sell')).toEqual({ symbol: contract.symbol, side: 'Sell', price: 2.4 });
  });

  it('has no price where there is no quote on that side', () => {
    expect(ticketArguments(contractOf('C', 100, undefined, { Bid: 0 }), 'Sell')).not.toHaveProperty('price');
  });

  it('opens the ticket, or says why the contract may not be traded', () => {
    const run: unknown[] = [];
    const toasts: string[] = [];
    const windowThat = (verdict: object) =>
      // Only the parts that are used.
      ({
        id: 'w1',
        platform: {
          canTrade: () => verdict,
          commands: { run: async (...args: unknown[]) => run.push(args) },
          dialogs: { toast: ({ message }: { message: string }) => toasts.push(message) },
        },
      }) as unknown as Parameters<typeof tradeContract>[0];
    const contract = contractOf('P', 95);
    tradeContract(windowThat({ ok: true }), contract, 'Buy');
    tradeContract(windowThat({ ok: false, message: 'No permission to trade options' }), contract, 'Buy');
    expect(run).toEqual([
      ['order.place', { symbol: contract.symbol, side: 'Buy', price: 2.6, windowId: 'w1' }],
    ]);
    expect(toasts).toEqual(['No permission to trade options']);
  });
});

describe('the bar of the underlying', () => {
  const prices = { last: 101.5, previousClose: 100, bid: 101.4, bidSize: 300, ask: 101.6, askSize: 1200 };

  it('shows last, change, bid and ask', () => {
    expect(underlyingTexts(prices)).toEqual({
      last: '101.50',
      change: '▲ +1.50 (+1.50%)',
      bid: '101.40 × 300',
      ask: '101.60 × 1,200',
      tone: 'up',
    });
  });

  it('has no direction at a change of 0, and shows the previous close without a last price', () => {
    expect(underlyingTexts({ ...prices, last: 100 })).toMatchObject({ change: '0.00 (0.00%)', tone: null });
    expect(underlyingTexts({ ...prices, last: 0 })).toMatchObject({
      last: '100.00',
      change: '–',
      tone: null,
    });
  });

  it('counts 100 percent where there is no previous close, and shows nothing before the first price', () => {
    expect(underlyingTexts({ ...prices, previousClose: 0 }).change).toBe('▲ +101.50 (+100.00%)');
    expect(Object.values(underlyingTexts(undefined))).toEqual(['–', '–', '–', '–', null]);
    expect(
      underlyingTexts({ last: 0, previousClose: 0, bid: 0, bidSize: 0, ask: 0, askSize: 0 }),
    ).toMatchObject({ last: '–', change: '–', bid: '–', ask: '–' });
  });
});
