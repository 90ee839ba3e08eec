import { describe, expect, it } from 'vitest';
import {
  MAX_ENDED_PROPOSALS,
  MAX_OPEN_PROPOSALS,
  PROPOSAL_LIFE_MS,
  ProposalBook,
  type ProposalRequest,
} from './index.ts';

let last = 0;
const request = (change: Partial<ProposalRequest<string>> = {}): ProposalRequest<string> => {
  const number = String((last += 1));
  return {
    proposalId: `p${number}`,
    keyId: 'k',
    userId: 'u',
    idempotencyKey: number,
    content: 'Buy',
    ...change,
  };
};
const newBook = () => new ProposalBook<string>((a, b) => a === b);

/** Opens a proposal at 0 ms and returns its id. */
function opened(book: ProposalBook<string>, change: Partial<ProposalRequest<string>> = {}): string {
  const outcome = book.open(request(change), 0);
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.value.proposal.proposalId;
}

describe('the book of proposals', () => {
  it('opens a proposal with its content and its expiry', () => {
    const book = newBook();
    const id = opened(book);
    expect(book.get(id)).toMatchObject({
      state: 'Open',
      content: 'Buy',
      createdMs: 0,
      expiresMs: PROPOSAL_LIFE_MS,
      endedMs: null,
      orderId: null,
    });
    expect(book.get('other')).toBeUndefined();
  });

  it('returns the first proposal for a repeated Idempotency-Key, in its present state, and refuses another content', () => {
    const book = newBook();
    const id = opened(book, { idempotencyKey: 'x' });
    book.end(id, { state: 'Rejected' }, 1);
    const repeat = book.open(request({ idempotencyKey: 'x' }), 2);
    expect(repeat).toMatchObject({
      ok: true,
      value: { isRepeat: true, proposal: { proposalId: id, state: 'Rejected' } },
    });
    expect(book.open(request({ idempotencyKey: 'x', content: 'Sell' }), 2)).toEqual({
      ok: false,
      error: 'conflict',
    });
    // Another key has Idempotency-Keys of its own.
    expect(book.open(request({ keyId: 'other', idempotencyKey: 'x', content: 'Sell' }), 2)).toMatchObject({
      value: { isRepeat: false },
    });
  });

  it('limits the waiting proposals of a key, and not those of another one', () => {
    const book = newBook();
    const ids = Array.from({ length: MAX_OPEN_PROPOSALS }, () => opened(book));
    expect(book.open(request(), 0)).toEqual({ ok: false, error: 'full' });
    expect(book.open(request({ keyId: 'other' }), 0).ok).toBe(true);
    // One that is being sent still counts.
    book.claim(ids[0] ?? '', 1);
    expect(book.open(request(), 1).ok).toBe(false);
    book.settle(ids[0] ?? '', { state: 'Sent', orderId: '7' }, 2);
    expect(book.open(request(), 2).ok).toBe(true);
  });

  it('lets the first decision count', () => {
    const book = newBook();
    const id = opened(book);
    expect(book.claim(id, 1)?.state).toBe('Sending');
    expect(book.claim(id, 1)).toBeUndefined();
    expect(book.end(id, { state: 'Rejected' }, 1)).toBeUndefined();
    expect(book.end(id, { state: 'Withdrawn' }, 1)).toBeUndefined();
    expect(book.sweep(PROPOSAL_LIFE_MS)).toEqual([]);
    expect(book.settle(id, { state: 'Sent', orderId: '7' }, 2)).toMatchObject({
      state: 'Sent',
      orderId: '7',
      endedMs: 2,
    });
    expect(book.settle(id, { state: 'Refused', message: 'No' }, 3)).toBeUndefined();
  });

  it('keeps why a confirmed order was refused, and settles nothing that was not confirmed', () => {
    const book = newBook();
    const id = opened(book);
    expect(book.settle(id, { state: 'Sent', orderId: '7' }, 1)).toBeUndefined();
    book.claim(id, 1);
    expect(book.settle(id, { state: 'Refused', message: 'Not enough cash' }, 2)).toMatchObject({
      state: 'Refused',
      message: 'Not enough cash',
      orderId: null,
    });
  });

  it('expires at its time, also for a decision that comes before the sweep', () => {
    const book = newBook();
    const id = opened(book);
    expect(book.sweep(PROPOSAL_LIFE_MS - 1)).toEqual([]);
    expect(book.claim(id, PROPOSAL_LIFE_MS)).toBeUndefined();
    expect(book.end(id, { state: 'Rejected' }, PROPOSAL_LIFE_MS)).toBeUndefined();
    expect(book.sweep(PROPOSAL_LIFE_MS).map(({ proposalId, state }) => [proposalId, state])).toEqual([
      [id, 'Expired'],
    ]);
    expect(book.sweep(PROPOSAL_LIFE_MS)).toEqual([]);
  });

  it('lists what waits of a user, the oldest first, and all of a key, the newest first', () => {
    const book = newBook();
    const [first, second, third] = [opened(book), opened(book), opened(book)];
    opened(book, { keyId: 'other', userId: 'other' });
    book.claim(first, 1);
    book.end(second, { state: 'Withdrawn' }, 1);
    const ids = (list: readonly { readonly proposalId: string }[]) =>
      list.map(({ proposalId }) => proposalId);
    expect(ids(book.pendingOf('u'))).toEqual([first, third]);
    expect(ids(book.ofKey('k'))).toEqual([third, second, first]);
    expect(book.pending()).toHaveLength(3);
  });

  it('forgets ended proposals: the oldest of many of a key, and all after an hour', () => {
    const book = newBook();
    const others = opened(book, { keyId: 'other' });
    book.end(others, { state: 'Rejected' }, 1);
    for (let count = 0; count <= MAX_ENDED_PROPOSALS; count += 1)
      book.end(opened(book), { state: 'Rejected' }, 1);
    const waiting = opened(book);
    book.sweep(2);
    expect(book.ofKey('k')).toHaveLength(MAX_ENDED_PROPOSALS + 1);
    expect(book.get(others)).toBeDefined();
    book.sweep(2 * 60 * 60_000);
    expect(book.get(others)).toBeUndefined();
    // It expired in this sweep, and its program can still read that.
    expect(book.ofKey('k').map(({ proposalId, state }) => [proposalId, state])).toEqual([
      [waiting, 'Expired'],
    ]);
  });
});
