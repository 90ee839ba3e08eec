import { expect, it } from 'vitest';
import type { Message } from '../../protocol/index.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import type { WireOptimization } from './optimization-types.ts';
import { OptimizationsStore } from './optimizations.ts';
import { StrategyRequests } from './strategy-requests.ts';

type TradingMessage = Message<'trading', 'toClient'>;

// Only what the store reads.
const search = (OptimizationId: string, change: Partial<WireOptimization> = {}) =>
  ({
    OptimizationId,
    Name: 'Cross',
    StrategyId: 0,
    State: 'Running',
    DoneCount: 0,
    ...change,
  }) as WireOptimization;

function openStore() {
  const sent: unknown[] = [];
  const send = (name: string, body: object): boolean => sent.push({ name, ...body }) > 0;
  const requests = new StrategyRequests(createManualClock(), send);
  const store = new OptimizationsStore(requests, send, () => 'D-1');
  const receive = (message: TradingMessage): void => {
    store.onTrading(message);
    requests.onTrading(message);
  };
  const ids = () => store.get().items.map(({ OptimizationId }) => OptimizationId);
  return { sent, store, receive, ids };
}

it('joins the parts of a list, and keeps it up to date', async () => {
  const { sent, store, receive, ids } = openStore();
  const loaded = store.load();
  expect(sent).toEqual([{ name: 'requestOptimizations', Account: 'D-1' }]);
  receive({ name: 'optimizations', body: { Items: [search('a')], HasMore: true } });
  expect(store.get().isLoaded).toBe(false);
  receive({ name: 'optimizations', body: { Items: [search('b')], HasMore: false } });
  await loaded;
  expect(ids()).toEqual(['a', 'b']);
  receive({ name: 'optimizationStatus', body: { Optimization: search('a', { DoneCount: 3 }) } });
  receive({ name: 'optimizationStatus', body: { Optimization: search('c') } });
  expect(store.get().items[0]?.DoneCount).toBe(3);
  receive({ name: 'optimizationRemoved', body: { OptimizationId: 'b' } });
  expect(ids()).toEqual(['a', 'c']);
});

it('follows the name of a strategy, and drops the searches of a deleted one', () => {
  const { store, receive } = openStore();
  const items = [search('own'), search('public', { Name: 'Trend', StrategyId: 1 })];
  receive({ name: 'optimizations', body: { Items: items, HasMore: false } });
  receive({
    name: 'strategySaved',
    body: { Name: 'Crossing', OriginalName: 'Cross', Result: 'SaveOK', Message: '' },
  });
  expect(store.get().items.map(({ Name }) => Name)).toEqual(['Crossing', 'Trend']);
  receive({ name: 'strategyDeleted', body: { Name: 'Crossing', Result: 'DeleteOK', Message: '' } });
  expect(store.get().items.map(({ Name }) => Name)).toEqual(['Trend']);
});

it('loads the list again after a lost connection, once it was loaded', () => {
  const { sent, store } = openStore();
  store.onAccountReady();
  expect(sent).toEqual([]);
  void store.load();
  store.onAccountReady();
  expect(sent).toHaveLength(2);
});

it('resolves a stop when the search has ended, or with the reason of a refusal', async () => {
  const { store, receive } = openStore();
  const stopped = store.stop('a');
  receive({ name: 'optimizationStatus', body: { Optimization: search('a', { DoneCount: 1 }) } });
  receive({ name: 'optimizationStatus', body: { Optimization: search('a', { State: 'Stopped' }) } });
  expect(await stopped).toEqual({ ok: true });
  const refused = store.stop('a');
  receive({
    name: 'optimizationRefused',
    body: { OptimizationId: 'a', Message: 'The search is not running' },
  });
  expect(await refused).toEqual({ ok: false, message: 'The search is not running' });
});
