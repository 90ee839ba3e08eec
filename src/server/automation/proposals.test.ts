import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PLAIN_ORDER } from '../../domain/orders/request.ts';
import { PROPOSAL_LIFE_MS } from '../../domain/proposals/index.ts';
import { Proposals, type OrderProposal } from './proposals.ts';

const CALLER = { keyId: 'key1', keyName: 'Assistant', secretHash: 'hash1', userId: 'u1' };
const order = (change: object = {}) => ({
  ...PLAIN_ORDER,
  account: 'DEMO-1',
  userId: 'u1',
  clientId: 'c1',
  symbol: 'SPY',
  side: 'Buy' as const,
  source: 'Open' as const,
  type: 'Market' as const,
  tif: 'Day' as const,
  quantity: 10,
  destination: 'SMART',
  route: 'AUTO',
  ...change,
});
const cancel = (change: object = {}) => ({
  action: { kind: 'Cancel' as const, order: order(change), orderId: '7' },
  note: '',
  createdMs: 1,
});

let hashes: () => Promise<ReadonlyMap<string, string>>;
let proposals: Proposals;
let published: string[];
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  hashes = () => Promise.resolve(new Map([['key1', 'hash1']]));
  proposals = new Proposals({
    apiKeys: { standingHashes: () => hashes() },
    hostMs: () => Date.now(),
    logger: { error: vi.fn(), info: vi.fn() },
  });
  published = [];
  proposals.listen('u1', ({ state }) => published.push(state));
});
afterEach(() => {
  proposals.stop();
  vi.useRealTimers();
});

function opened(key = 'a'): OrderProposal {
  const outcome = proposals.open(CALLER, key, cancel());
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.value;
}

describe('the proposals of programs', () => {
  it('publish each change to the pages of their user, and to no other', () => {
    const others: string[] = [];
    const leave = proposals.listen('u2', ({ state }) => others.push(state));
    expect([proposals.pagesOf('u1'), proposals.pagesOf('u2'), proposals.pagesOf('u3')]).toEqual([1, 1, 0]);
    const { proposalId } = opened();
    opened();
    proposals.claim(proposalId);
    proposals.settle(proposalId, { state: 'Sent', orderId: '7' });
    expect([published, others]).toEqual([['Open', 'Sending', 'Sent'], []]);
    leave();
    expect(proposals.pagesOf('u2')).toBe(0);
  });

  it('expire by themselves', async () => {
    const proposal = opened();
    expect(proposals.remainingMs(proposal)).toBe(PROPOSAL_LIFE_MS);
    await vi.advanceTimersByTimeAsync(PROPOSAL_LIFE_MS - 1);
    expect(published).toEqual(['Open']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(published).toEqual(['Open', 'Expired']);
    expect(proposals.remainingMs(proposal)).toBe(0);
    expect(proposals.claim(proposal.proposalId)).toBeUndefined();
    // Nothing waits: the timer has ended.
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['revoked', new Map<string, string>()],
    ['rotated', new Map([['key1', 'hash2']])],
  ])('end when their key was %s', async (_title, standing) => {
    opened();
    hashes = () => Promise.resolve(standing);
    await vi.advanceTimersByTimeAsync(500);
    expect(published).toEqual(['Open', 'KeyEnded']);
  });

  it('wait on while the keys cannot be read: a confirmation reads the key itself', async () => {
    opened();
    hashes = () => Promise.reject(new Error('no database'));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(published).toEqual(['Open']);
  });

  it('compare a repeated request by its order, its account and its note', () => {
    const first = opened('x');
    expect(proposals.open(CALLER, 'x', cancel())).toEqual({ ok: true, value: first });
    for (const other of [cancel({ account: 'DEMO-2' }), { ...cancel(), note: 'other' }])
      expect(proposals.open(CALLER, 'x', other)).toEqual({ ok: false, error: 'conflict' });
    expect(proposals.requestedWith('key1', 'x')).toBe(first);
    expect(proposals.requestedWith('key2', 'x')).toBeUndefined();
  });
});
