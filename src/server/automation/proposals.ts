import { randomBytes } from 'node:crypto';
import type { Result } from '../../domain/assert/assert.ts';
import type { ExplainedOrder } from '../../domain/orders/core/explain-order.ts';
import { areSameGroups } from '../../domain/orders/groups/same-group.ts';
import type { GroupRequest } from '../../domain/orders/groups/types.ts';
import { isSameRequest } from '../../domain/orders/request.ts';
import { ProposalBook, type Proposal, type ProposalOutcome } from '../../domain/proposals/index.ts';
import type { NewOrder, OrderPreview } from '../brokerage/brokerage.ts';
import type { Logger } from '../logging.ts';
import type { ApiCaller, ApiKeys } from './api-keys.ts';

/** How often expiries and the keys of proposals are checked while some wait, ms. A confirmation checks both itself. */
const CHECK_EVERY_MS = 500;
const PROPOSAL_ID_BYTES = 8;
const KEY_ENDED = 'The API key was revoked or rotated, has expired, or may no longer be used.';

/** What the order of a proposal would have done when it was proposed. */
export interface ProposedFigures {
  readonly preview: OrderPreview;
  readonly checks: ExplainedOrder['checks'];
}

/** A proposed group. `order`: its first one, with the figures of that. */
export interface ProposedGroup {
  readonly kind: 'Group';
  readonly order: NewOrder;
  readonly figures: ProposedFigures;
  /** As the program states it. */
  readonly requested: GroupRequest;
  /** As it is sent when the user confirms it. */
  readonly group: GroupRequest;
}

/** What a program proposes. `order`: the order that is sent when the user confirms it, or that is to be cancelled. */
export type ProposedAction =
  | { readonly kind: 'Order'; readonly order: NewOrder; readonly figures: ProposedFigures }
  | { readonly kind: 'Cancel'; readonly order: NewOrder; readonly orderId: string }
  | ProposedGroup;

/** The content of a proposal. */
export interface ProposalContent {
  readonly action: ProposedAction;
  /** Plain text of the program, one line. */
  readonly note: string;
  readonly keyName: string;
  readonly secretHash: string;
  /** Exchange UTC ms. */
  readonly createdMs: number;
}

/** A proposal of a program, with its order. */
export type OrderProposal = Proposal<ProposalContent>;

interface ProposalsDeps {
  readonly apiKeys: Pick<ApiKeys, 'standingHashes'>;
  readonly hostMs: () => number;
  readonly logger: Pick<Logger, 'error' | 'info'>;
}

/**
 * The proposals of all programs. In memory: a proposal lives for five minutes, and an order that was confirmed is in the journal. Every change is
 * published to the open pages of the user.
 */
export class Proposals {
  readonly #deps: ProposalsDeps;
  readonly #book = new ProposalBook<ProposalContent>(isSameContent);
  readonly #listeners = new Map<string, Set<(proposal: OrderProposal) => void>>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(deps: ProposalsDeps) {
    this.#deps = deps;
  }

  /** Opens a proposal of the key, or returns the one that a repeated request has opened before. */
  open(
    caller: Pick<ApiCaller, 'keyId' | 'keyName' | 'secretHash' | 'userId'>,
    idempotencyKey: string,
    content: Pick<ProposalContent, 'action' | 'note' | 'createdMs'>,
  ): Result<OrderProposal, 'conflict' | 'full'> {
    const { keyId, keyName, secretHash, userId } = caller;
    const nowMs = this.#swept();
    const outcome = this.#book.open(
      {
        proposalId: randomBytes(PROPOSAL_ID_BYTES).toString('hex'),
        ...{ keyId, userId, idempotencyKey },
        content: { ...content, keyName, secretHash },
      },
      nowMs,
    );
    if (!outcome.ok) return outcome;
    const { proposal, isRepeat } = outcome.value;
    if (!isRepeat) this.#publish(proposal);
    this.#schedule();
    return { ok: true, value: proposal };
  }

  /** A proposal in its present state; undefined for one that there is not. */
  get(proposalId: string): OrderProposal | undefined {
    this.#swept();
    return this.#book.get(proposalId);
  }

  /** The proposals of a key, the newest first. */
  ofKey(keyId: string): readonly OrderProposal[] {
    this.#swept();
    return this.#book.ofKey(keyId);
  }

  /** What waits of a user, the oldest first. */
  pendingOf(userId: string): readonly OrderProposal[] {
    this.#swept();
    return this.#book.pendingOf(userId);
  }

  /** The proposal that was opened with the Idempotency-Key; undefined before. */
  requestedWith(keyId: string, idempotencyKey: string): OrderProposal | undefined {
    return this.ofKey(keyId).find((proposal) => proposal.idempotencyKey === idempotencyKey);
  }

  /** Takes a proposal that the user confirms. Undefined unless it waits. */
  claim(proposalId: string): OrderProposal | undefined {
    return this.#publish(this.#book.claim(proposalId, this.#swept()));
  }

  /** Sets the outcome of a claimed proposal. */
  settle(proposalId: string, outcome: ProposalOutcome): OrderProposal | undefined {
    return this.#publish(this.#book.settle(proposalId, outcome, this.#deps.hostMs()));
  }

  /** Ends a proposal that waits; undefined for any other. */
  end(proposalId: string, state: 'Rejected' | 'Withdrawn'): OrderProposal | undefined {
    return this.#publish(this.#book.end(proposalId, { state }, this.#swept()));
  }

  /** Milliseconds until it expires; 0 once it was decided. */
  remainingMs({ state, expiresMs }: OrderProposal): number {
    return state === 'Open' ? Math.max(0, expiresMs - this.#deps.hostMs()) : 0;
  }

  /** Publishes every change of the user's proposals to a page; returns how to end that. */
  listen(userId: string, listener: (proposal: OrderProposal) => void): () => void {
    const listeners = this.#listeners.get(userId) ?? new Set();
    const added = (proposal: OrderProposal): void => listener(proposal);
    this.#listeners.set(userId, listeners.add(added));
    return () => {
      listeners.delete(added);
      if (listeners.size === 0 && this.#listeners.get(userId) === listeners) this.#listeners.delete(userId);
    };
  }

  /** Open pages of the user that show proposals now. */
  pagesOf(userId: string): number {
    return this.#listeners.get(userId)?.size ?? 0;
  }

  /** Stops the timer. What waits ends with the process. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Ends what has expired; the present host time, ms. */
  #swept(): number {
    const nowMs = this.#deps.hostMs();
    for (const expired of this.#book.sweep(nowMs)) this.#publish(expired);
    return nowMs;
  }

  #publish<Changed extends OrderProposal | undefined>(proposal: Changed): Changed {
    if (!proposal) return proposal;
    const { proposalId, keyId, userId, state, content } = proposal;
    const { account } = content.action.order;
    this.#deps.logger.info({ proposalId, keyId, userId, account, state }, 'an order proposal');
    for (const listener of this.#listeners.get(userId) ?? []) listener(proposal);
    return proposal;
  }

  #schedule(): void {
    if (this.#timer || this.#isStopped || this.#book.pending().length === 0) return;
    this.#timer = setTimeout(() => {
      void this.#check().finally(() => {
        this.#timer = undefined;
        this.#schedule();
      });
    }, CHECK_EVERY_MS);
    this.#timer.unref();
  }

  async #check(): Promise<void> {
    this.#swept();
    const waiting = this.#book.pending();
    try {
      const hashes = await this.#deps.apiKeys.standingHashes([...new Set(waiting.map(({ keyId }) => keyId))]);
      const nowMs = this.#swept();
      for (const { proposalId, keyId, content } of waiting)
        if (hashes.get(keyId) !== content.secretHash)
          this.#publish(this.#book.end(proposalId, { state: 'KeyEnded', message: KEY_ENDED }, nowMs));
    } catch (error) {
      // A confirmation reads the key again, and sends nothing when it cannot.
      this.#deps.logger.error({ err: error }, 'the keys of order proposals could not be read');
    }
  }
}

/** Whether two requests propose the same. What the checks said of them may differ. */
const isSameContent = (a: ProposalContent, b: ProposalContent): boolean =>
  a.note === b.note && a.action.order.account === b.action.order.account && isSameAction(a.action, b.action);

function isSameAction(action: ProposedAction, other: ProposedAction): boolean {
  if (action.kind === 'Cancel') return other.kind === 'Cancel' && action.orderId === other.orderId;
  if (action.kind === 'Group')
    return other.kind === 'Group' && areSameGroups(action.requested, other.requested);
  return (
    other.kind === 'Order' &&
    action.order.source === other.order.source &&
    isSameRequest(action.order, other.order)
  );
}
