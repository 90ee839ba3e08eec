import { describe, expect, it } from 'vitest';
import type { Body } from '../../protocol/index.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { LazyProposals } from './lazy-proposals.ts';
import { ProposalStore } from './proposal-store.ts';

type Item = Body<'orderProposals'>['Items'][number];
const item = (Id: string, change: Partial<Item> = {}): Item => ({
  Id,
  Kind: 'Order',
  KeyName: 'Assistant',
  Account: 'DEMO-1',
  Text: 'Buy 10 SPY at market',
  Terms: [],
  Note: '',
  Symbol: 'SPY',
  Side: 'Buy',
  Quantity: 10,
  State: 'Open',
  Message: '',
  RemainingMs: 60_000,
  Timestamp: 1,
  ...change,
});
const message = (Items: Item[], IsSnapshot = false) =>
  ({ name: 'orderProposals', body: { Items, IsSnapshot } }) as const;

function newStore(isOpen = true) {
  const clock = createManualClock();
  const sent: unknown[] = [];
  const trading = { sendReady: (name: string, body: object) => isOpen && sent.push({ name, ...body }) > 0 };
  return { clock, sent, trading, store: new ProposalStore({ clock, trading }) };
}

describe('the proposals on the page', () => {
  it('lists what waits with its expiry, the oldest first, and sends decisions', () => {
    const { clock, sent, store } = newStore();
    store.onTrading(message([item('a')], true));
    store.onTrading(message([item('b', { RemainingMs: 1_000 })]));
    expect(store.get().map(({ Id, expiresAtMs }) => [Id, expiresAtMs - clock.nowMs()])).toEqual([
      ['a', 60_000],
      ['b', 1_000],
    ]);
    expect(store.decide('a', 'Send')).toBe(true);
    expect(sent).toEqual([{ name: 'orderProposalDecide', Id: 'a', Decision: 'Send' }]);
  });

  it('reports a decision that could not be sent, and shows why one did not count', () => {
    expect(newStore(false).store.decide('a', 'Send')).toBe(false);
    const { store } = newStore();
    store.onTrading(message([item('a')], true));
    store.onTrading({ name: 'orderProposalResult', body: { Id: 'a', Message: 'Too late.' } });
    expect(store.get()[0]?.problem).toBe('Too late.');
    store.decide('a', 'Reject');
    expect(store.get()[0]?.problem).toBe('');
  });

  it('shows an end for a while, and not that of a proposal that it has never shown', () => {
    const { clock, store } = newStore();
    store.onTrading(message([item('a')], true));
    store.onTrading(message([item('a', { State: 'Sent' }), item('other', { State: 'Expired' })]));
    expect(store.get().map(({ Id, State }) => [Id, State])).toEqual([['a', 'Sent']]);
    clock.advance(10_000);
    expect(store.get()).toEqual([]);
  });

  it('keeps what waits when it is dismissed, and removes what has ended', () => {
    const { store } = newStore();
    store.onTrading(message([item('a'), item('b')], true));
    store.onTrading(message([item('b', { State: 'Rejected' })]));
    store.dismiss('a');
    store.dismiss('b');
    expect(store.get().map(({ Id }) => Id)).toEqual(['a']);
  });

  it('drops with a snapshot what ended while the connection was lost, and everything with another account', () => {
    const { store } = newStore();
    store.onTrading(message([item('a'), item('b')], true));
    store.onTrading(message([item('b')], true));
    expect(store.get().map(({ Id }) => Id)).toEqual(['b']);
    store.reset();
    expect(store.get()).toEqual([]);
  });
});

describe('the store that is loaded with the first proposal', () => {
  it('is not loaded without one, and then has every message in its order', async () => {
    const { clock, trading } = newStore();
    const lazy = new LazyProposals({ clock, trading });
    lazy.onTrading(message([], true));
    lazy.onTrading(message([item('a')]));
    lazy.onTrading(message([item('a', { State: 'Withdrawn' })]));
    const store = await lazy.open();
    await expect.poll(() => store.get().map(({ State }) => State)).toEqual(['Withdrawn']);
    lazy.onTrading(message([item('b')]));
    expect(store.get().map(({ Id }) => Id)).toEqual(['a', 'b']);
  });
});
