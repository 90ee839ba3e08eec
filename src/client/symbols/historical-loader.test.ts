import { beforeEach, describe, expect, test } from 'vitest';
import { noFigures } from '../../domain/bars/historical-figures.ts';
import type { Body, MessageName } from '../../protocol/index.ts';
import { Requests } from '../connection/requests.ts';
import { symbolInfo } from '../testing/fixtures.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { Freshness } from './freshness.ts';
import { createSymbolStore, type SymbolStoreCore } from './symbol-store.ts';

let clock: ManualClock;
let requests: Requests;
let store: SymbolStoreCore;
let sent: { name: MessageName; body: { Id: number; Symbols: string[] } }[];

const turn = () => new Promise((resolve) => setImmediate(resolve));
const requested = () => sent.filter(({ name }) => name === 'historicalPrices').map(({ body }) => body);
const named = (name: MessageName) => sent.filter((each) => each.name === name);
const figures = (Symbol: string, RSI14 = 50): Body<'historicalPricesAnswer'>['Items'][number] => ({
  Symbol,
  ...noFigures(),
  RSI14,
});
async function answer(items: readonly unknown[]): Promise<void> {
  requests.answer({ Id: requested().at(-1)?.Id ?? 0, Result: 'Ok', HasMore: false, Items: [...items] });
  await turn();
}
const rsiOf = (symbol: string) => store.get(symbol)?.historical?.RSI14;

beforeEach(() => {
  clock = createManualClock();
  sent = [];
  // The test reads requests with symbols only.
  const connection = {
    sendReady: (name: MessageName, body: unknown) =>
      sent.push({ name, body: body as { Id: number; Symbols: string[] } }) > 0,
  };
  requests = new Requests(connection, clock);
  store = createSymbolStore({
    clock,
    streaming: connection,
    requests,
    freshness: new Freshness({ clock, isReady: () => true, staleAfterMs: () => 15_000 }),
    account: () => 'D-1',
    exchangeMs: () => 0,
  });
});

describe('figures of the daily history', () => {
  test('are loaded in one request for the symbols that views show, and for no others', async () => {
    store.watch(['A', 'B', 'C']);
    await turn();
    expect(requested()).toEqual([]);
    store.watchHistorical(['A', 'B']);
    store.watchHistorical(['B', 'A']);
    await turn();
    expect(requested().map(({ Symbols }) => Symbols)).toEqual([['A', 'B']]);
    await answer([figures('A', 31), figures('B', 32)]);
    expect([rsiOf('A'), rsiOf('B'), store.get('C')?.historical]).toEqual([31, 32, null]);
  });

  test('notify the views that show the symbol, and change its version', async () => {
    store.watch(['A']);
    store.watchHistorical(['A']);
    const woken: string[][] = [];
    store.subscribe(['A'], 500, (changed) => woken.push([...changed]));
    await turn();
    clock.advance(1_000);
    woken.length = 0;
    const before = store.get('A')?.version ?? 0;
    await answer([figures('A')]);
    clock.advance(1_000);
    expect([woken, (store.get('A')?.version ?? 0) > before]).toEqual([[['A']], true]);
  });

  test('of many symbols come in batches, so that the first rows fill soon', async () => {
    const symbols = Array.from({ length: 1_200 }, (_, index) => `S${index}`);
    store.watch(symbols);
    store.watchHistorical(symbols);
    await turn();
    for (let round = 0; round < 3; round++)
      await answer(requested()[round]?.Symbols.map((symbol) => figures(symbol)) ?? []);
    expect(requested().map(({ Symbols }) => Symbols.length)).toEqual([500, 500, 200]);
    expect([rsiOf('S0'), rsiOf('S1199')]).toEqual([50, 50]);
  });

  test('that do not come in time are requested again later, without a message', async () => {
    store.watch(['A']);
    store.watchHistorical(['A']);
    await turn();
    requests.answer({ Id: requested()[0]?.Id ?? 0, Result: 'Timeout', HasMore: false, Items: [] });
    await turn();
    expect([rsiOf('A'), requested().length]).toEqual([undefined, 1]);
    clock.advance(15_000);
    await turn();
    await answer([figures('A')]);
    expect([rsiOf('A'), requested().length]).toEqual([50, 2]);
  });

  test('of a symbol that the server does not know stay unknown, and are not requested again', async () => {
    store.watch(['NOPE']);
    store.watchHistorical(['NOPE']);
    await turn();
    await answer([]);
    clock.advance(60_000);
    await turn();
    expect([store.get('NOPE')?.historical, requested().length]).toEqual([null, 1]);
  });

  test('are requested again when a new session begins and after an outage of the data socket', async () => {
    store.watch(['A']);
    store.watchHistorical(['A']);
    await turn();
    requests.answer({
      Id: named('symbolsInfo')[0]?.body.Id ?? 0,
      Result: 'Ok',
      HasMore: false,
      Items: [symbolInfo('A', { Volume: 1_000, Timestamp: 1_000 })],
    });
    await answer([figures('A', 31)]);
    store.onStreaming({ name: 'trade', body: { S: 'A', P: 10, V: 5, TV: 5, X: 'N', TS: 90_000_000 } });
    await turn();
    expect([requested().length, rsiOf('A')]).toEqual([2, 31]);
    await answer([figures('A', 32)]);
    store.onDataReady();
    await turn();
    await answer([figures('A', 33)]);
    expect([requested().length, rsiOf('A')]).toEqual([3, 33]);
  });

  test('are cancelled when their last watcher leaves, and requested again for the next one', async () => {
    store.watch(['A']);
    const release = store.watchHistorical(['A']);
    await turn();
    release();
    release();
    await turn();
    expect(named('cancelRequest')).toHaveLength(1);
    store.watchHistorical(['A']);
    await turn();
    await answer([figures('A')]);
    expect([requested().length, rsiOf('A')]).toEqual([2, 50]);
  });

  test('are there at once for a symbol that is watched again while others show it', async () => {
    const release = store.watch(['A']);
    store.watchHistorical(['A']);
    await turn();
    await answer([figures('A')]);
    release();
    clock.advance(60_000);
    expect(store.get('A')).toBeUndefined();
    store.watch(['A']);
    expect(rsiOf('A')).toBe(50);
  });
});
