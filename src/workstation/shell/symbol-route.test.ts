import { expect, test } from 'vitest';
import { createSymbolRoute } from './symbol-route.ts';

function memory(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      kept.set(key, value);
    },
  };
}
function setUp(address: string, { session = memory(), local = memory(), userId = 'ann' } = {}) {
  let url = new URL(address, 'http://desk');
  const location = {
    get pathname() {
      return url.pathname;
    },
    get search() {
      return url.search;
    },
    get hash() {
      return url.hash;
    },
  };
  const history = {
    state: { key: 1 },
    replaceState: (_state: unknown, _title: string, next?: string | URL | null) => {
      url = new URL(String(next), url);
    },
  };
  const route = createSymbolRoute({ location, history, session, local, userId: () => userId });
  route.follow();
  return {
    route,
    go: (next: string) => {
      url = new URL(next, url);
      route.follow();
    },
    address: () => `${url.pathname}${url.search}`,
  };
}

test('reads the symbol of the address in upper case, and returns it once as requested', () => {
  const { route } = setUp('/workspace/Main?symbol=aapl');
  expect([route.symbol.get(), route.takeRequested(), route.takeRequested()]).toEqual(['AAPL', 'AAPL', null]);
});

test.each([
  '/workspace',
  '/workspace?symbol=',
  '/workspace?symbol=%3Cb%3E',
  `/workspace?symbol=${'X'.repeat(24)}`,
])('%s requests no symbol', (address) => {
  const { route } = setUp(address);
  expect([route.symbol.get(), route.takeRequested()]).toEqual([null, null]);
});

test('selecting a symbol puts it into the address and keeps it as the last one of that tool and user', () => {
  const local = memory();
  const { route, address } = setUp('/workspace/Main?view=1', { local });
  const published: (string | null)[] = [];
  route.symbol.subscribe(() => published.push(route.symbol.get()));
  route.select('market-maker', 'BRK.B');
  expect([address(), published, route.takeRequested()]).toEqual([
    '/workspace/Main?view=1&symbol=BRK.B',
    ['BRK.B'],
    null,
  ]);
  expect([route.lastSymbol('market-maker'), route.lastSymbol('chart')]).toEqual(['BRK.B', null]);
  expect(setUp('/workspace', { local, userId: 'bob' }).route.lastSymbol('market-maker')).toBeNull();
});

test('a reload asks nobody for the symbol that the desk itself wrote; another address does', () => {
  const session = memory();
  setUp('/workspace', { session }).route.select('chart', 'SPY');
  const { route, go } = setUp('/workspace?symbol=SPY', { session });
  expect([route.symbol.get(), route.takeRequested()]).toEqual(['SPY', null]);
  go('/workspace?symbol=QQQ');
  expect(route.takeRequested()).toBe('QQQ');
});

test('storage that is blocked or damaged costs nothing but the memory', () => {
  const blocked = {
    getItem: () => {
      throw new Error('blocked');
    },
    setItem: () => {
      throw new Error('blocked');
    },
  };
  const { route } = setUp('/workspace', { local: blocked, session: blocked });
  route.select('chart', 'SPY');
  expect([route.symbol.get(), route.lastSymbol('chart')]).toEqual(['SPY', null]);
  expect(
    setUp('/workspace', { local: memory({ 'tapedeck.last-symbols.ann': '["x' }) }).route.lastSymbol('chart'),
  ).toBeNull();
});
