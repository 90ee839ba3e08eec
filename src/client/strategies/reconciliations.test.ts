import { describe, expect, it } from 'vitest';
import type { Body, Message, MessageName } from '../../protocol/index.ts';
import { ReconciliationsStore } from './reconciliations.ts';
import { StrategyRequests, type SendReady } from './strategy-requests.ts';

// Only what requests use of a clock.
const clock = {
  nowMs: () => 0,
  setTimeout: () => 0,
  clearTimeout: () => {},
} as unknown as ConstructorParameters<typeof StrategyRequests>[0];
const run = { Name: 'Cross', InstanceId: 'run1' };
const session: Body<'strategyReconciliations'>['Items'][number] = {
  From: 5,
  Date: '2026-03-02',
  To: null,
  State: 'Open',
  Message: '',
  Result: null,
};
const order = (Cause: string): Body<'reconciledOrders'>['Items'][number] => ({
  Kind: 'OnlyLive',
  Cause,
  Effect: null,
  Live: null,
  Backtest: null,
});

function storeWith(answer: (name: MessageName, body: unknown) => Message<'trading', 'toClient'>) {
  const sent: unknown[] = [];
  const sendReady: SendReady = (name, body) => {
    sent.push([name, body]);
    queueMicrotask(() => requests.onTrading(answer(name, body)));
    return true;
  };
  const requests = new StrategyRequests(clock, sendReady);
  return { store: new ReconciliationsStore(requests), sent };
}

describe('comparisons of live runs', () => {
  it('loads the sessions of a run, and requests a comparison of one', async () => {
    const { store, sent } = storeWith(() => ({
      name: 'strategyReconciliations',
      body: { ...run, Items: [session], Problem: '' },
    }));
    expect(await store.sessions('Cross', 'run1')).toEqual([session]);
    expect(await store.compare('Cross', 'run1', 5)).toEqual([session]);
    expect(sent).toEqual([
      ['requestStrategyReconciliations', run],
      ['compareStrategySession', { ...run, From: 5 }],
    ]);
  });

  it('rejects with the reason of a refusal', async () => {
    const { store } = storeWith(() => ({
      name: 'strategyReconciliations',
      body: { ...run, Items: [session], Problem: 'The session has not begun' },
    }));
    await expect(store.compare('Cross', 'run1', 5)).rejects.toThrow('The session has not begun');
  });

  it('loads the orders that differ, a message at a time', async () => {
    const all = ['a', 'b', 'c', 'd', 'e'].map(order);
    const { store, sent } = storeWith((_, body) => {
      const { Start } = body as { Start: number }; // the body of the request that is sent
      return {
        name: 'reconciledOrders',
        body: { ...run, From: 5, Start, Items: all.slice(Start, Start + 2), Total: 5 },
      };
    });
    expect(await store.orders('Cross', 'run1', 5)).toEqual(all);
    expect(sent).toHaveLength(3);
  });
});
