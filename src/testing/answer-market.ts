import { FAKE_EXCHANGE_MS } from '../client/testing/fake-answers.ts';
import { symbolInfo } from '../client/testing/fixtures.ts';
import type { MemoryServer } from '../client/testing/memory-server.ts';

/** Company of each symbol that the market has unless a test names others. */
const COMPANIES: Readonly<Record<string, string>> = {
  AAPL: 'Apple Inc',
  BAC: 'Bank of America Corp',
  MSFT: 'Microsoft Corp',
  SPY: 'SPDR S&P 500 ETF Trust',
};

/** Answers questions about symbols, lookups and subscriptions from a market that stands still: every symbol trades at 100. */
export function answerMarket(server: MemoryServer, companies = COMPANIES): void {
  const known = (symbol: string) => Object.hasOwn(companies, symbol);
  const infoOf = (symbol: string) => {
    const info = symbolInfo(symbol);
    return { ...info, Fundamentals: { ...info.Fundamentals, Company: companies[symbol] ?? symbol } };
  };
  server.on('symbolsInfo', ({ Id, Symbols }) =>
    server.send('data', 'symbolsInfoAnswer', {
      Id,
      Result: 'Ok',
      HasMore: false,
      Items: Symbols.filter(known).map(infoOf),
    }),
  );
  server.on('lookup', ({ Id, Query, MaxResults }) => {
    const query = Query.toUpperCase();
    const found = Object.entries(companies).filter(
      ([symbol, company]) => symbol.startsWith(query) || company.toUpperCase().includes(query),
    );
    server.send('data', 'lookupAnswer', {
      Id,
      Result: 'Ok',
      HasMore: false,
      Items: found
        .slice(0, MaxResults)
        .map(([Symbol, Info]) => ({ Symbol, Info, Exchange: infoOf(Symbol).Fundamentals.Exchange })),
    });
  });
  // Without this word of the server the client marks every price as stale.
  for (const name of ['streamingAuth', 'streamingPing'] as const) {
    const answer = server.answerOf(name);
    server.on(name, (body) => {
      answer(body);
      server.send('streaming', 'feedAlive', { ExchangeTime: FAKE_EXCHANGE_MS });
    });
  }
  server.on('subscribe', ({ Symbol, Type }) =>
    server.send('streaming', 'subscriptionResponse', { Symbol, Type, Result: 'Subscribed' }),
  );
}
