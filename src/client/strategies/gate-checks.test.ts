import { expect, it } from 'vitest';
import type { Message } from '../../protocol/index.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { GateChecksStore } from './gate-checks.ts';
import type { GateCheckTerms, WireGateCheck } from './gate-types.ts';
import { StrategyRequests } from './strategy-requests.ts';

type TradingMessage = Message<'trading', 'toClient'>;

// Only what the store reads.
const check = (CheckId: string, change: Partial<WireGateCheck> = {}) =>
  ({ CheckId, Name: 'Cross', StrategyId: 0, State: 'Completed', DoneCount: 0, ...change }) as WireGateCheck;
const STRATEGY = { name: 'Cross', code: 'code' };
const NAMES = { Name: 'Cross', StrategyId: 0 };

function openStore() {
  const sent: object[] = [];
  const send = (name: string, body: object): boolean => sent.push({ name, ...body }) > 0;
  const requests = new StrategyRequests(createManualClock(), send);
  const store = new GateChecksStore(requests, send);
  const receive = (message: TradingMessage): void => {
    store.onTrading(message);
    requests.onTrading(message);
  };
  const list = (Items: WireGateCheck[], HasMore = false, names = NAMES): void =>
    receive({ name: 'strategyGates', body: { ...names, CodeKey: 'key', IsRequired: true, Items, HasMore } });
  const push = (Check: WireGateCheck): void => receive({ name: 'strategyGatesStatus', body: { Check } });
  const ids = () => store.get().map(({ CheckId }) => CheckId);
  return { sent, store, receive, list, push, ids };
}

it('joins the parts of a list, and keeps the checks of other strategies', async () => {
  const { sent, store, list, ids } = openStore();
  const loaded = store.load(STRATEGY);
  expect(sent).toEqual([{ name: 'requestStrategyGates', ...NAMES, Code: 'code' }]);
  list([check('a')], true);
  expect(ids()).toEqual([]);
  list([check('b')]);
  expect(await loaded).toEqual({ codeKey: 'key', isRequired: true });
  void store.load({ name: 'Trend', publicId: 1 });
  expect(sent.at(-1)).toMatchObject({ Name: 'Trend', StrategyId: 1, Code: '' });
  list([check('c', { Name: 'Trend', StrategyId: 1 })], false, { Name: 'Trend', StrategyId: 1 });
  expect(ids()).toEqual(['c', 'a', 'b']);
});

it('starts a check, follows it, and forgets a cancelled one', async () => {
  const { sent, store, receive, push, ids } = openStore();
  // Only what is passed on.
  const started = store.start(STRATEGY, { Parameters: 'fast = 1' } as GateCheckTerms);
  const { CheckId: id } = sent[0] as { CheckId: string };
  expect(sent[0]).toMatchObject({
    name: 'startStrategyGates',
    ...NAMES,
    Code: 'code',
    Parameters: 'fast = 1',
  });
  push(check(id, { State: 'Running' }));
  expect(await started).toEqual({ ok: true });
  push(check(id, { State: 'Running', DoneCount: 3 }));
  expect(store.get()).toMatchObject([{ CheckId: id, DoneCount: 3 }]);
  const cancelled = store.cancel(id);
  push(check(id, { State: 'Running', DoneCount: 4 }));
  push(check(id, { State: 'Cancelled' }));
  expect([await cancelled, ids()]).toEqual([{ ok: true }, []]);
  const again = store.cancel(id);
  receive({ name: 'strategyGatesRefused', body: { CheckId: id, Message: 'The check is not running' } });
  expect(await again).toEqual({ ok: false, message: 'The check is not running' });
});

it('loads again after a lost connection, and nothing after a sign-out', () => {
  const { sent, store, list, ids } = openStore();
  store.onAccountReady();
  expect(sent).toEqual([]);
  void store.load(STRATEGY);
  list([check('a', { State: 'Running' })]);
  store.onAccountReady();
  expect(sent).toHaveLength(2);
  list([]);
  expect(ids()).toEqual([]);
  store.reset();
  store.onAccountReady();
  expect(sent).toHaveLength(2);
});
