import { err, ok, type Result } from '../assert/assert.ts';

/** How long a proposal waits for the decision of the user, ms. */
export const PROPOSAL_LIFE_MS = 5 * 60_000;
/** Proposals of a key that may wait at once. */
export const MAX_OPEN_PROPOSALS = 5;
/** Decided and ended proposals of a key that are kept for its program; the oldest go first. */
export const MAX_ENDED_PROPOSALS = 50;
/** How long those are kept, ms. */
const ENDED_KEPT_MS = 60 * 60_000;

/**
 * States of a proposal. `Open`: it waits for the user. `Sending`: the user has confirmed it, and the order is on its way. `Sent`: the order, or the
 * cancel, was accepted. `Refused`: the checks rejected it after the confirmation. `Rejected`: by the user. `Withdrawn`: by the program. `KeyEnded`:
 * the key was revoked, rotated, has expired, or lost a right that the proposal needs.
 */
export const PROPOSAL_STATES = [
  'Open',
  'Sending',
  'Sent',
  'Refused',
  'Rejected',
  'Withdrawn',
  'Expired',
  'KeyEnded',
] as const;
/** One of them. */
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** What a program requests. `idempotencyKey`: a repeated request of the key with it makes no second proposal. */
export interface ProposalRequest<Content> {
  readonly proposalId: string;
  readonly keyId: string;
  readonly userId: string;
  readonly idempotencyKey: string;
  readonly content: Content;
}

/** A proposal in its present state. Times are UTC ms of the clock of the book. The content never changes. */
export interface Proposal<Content> extends ProposalRequest<Content> {
  readonly state: ProposalState;
  readonly createdMs: number;
  /** From this moment on it can no longer be confirmed. */
  readonly expiresMs: number;
  /** When it was decided or ended; null while it waits. */
  readonly endedMs: number | null;
  /** Of the order that was sent or cancelled; null without one. */
  readonly orderId: string | null;
  /** Of the group that was placed; null without one. */
  readonly groupId: string | null;
  /** Why it was refused or ended; empty where the state says everything. */
  readonly message: string;
}

/** Outcome of a confirmed proposal. */
export type ProposalOutcome =
  | { readonly state: 'Sent'; readonly orderId: string }
  | { readonly state: 'Sent'; readonly groupId: string }
  | { readonly state: 'Refused' | 'KeyEnded'; readonly message: string };

/** Whether the proposal still waits for the user or for the answer to its order. */
export const isPending = ({ state }: Pick<Proposal<unknown>, 'state'>): boolean =>
  state === 'Open' || state === 'Sending';

/**
 * The proposals of programs and their life: `Open`, then `Sending` and its outcome, or one of the other ends. Each proposal leaves `Open` once, so that
 * the first decision counts.
 */
export class ProposalBook<Content> {
  readonly #isSame: (a: Content, b: Content) => boolean;
  readonly #byId = new Map<string, Proposal<Content>>();

  /** @param isSame whether two contents are the same request */
  constructor(isSame: (a: Content, b: Content) => boolean) {
    this.#isSame = isSame;
  }

  /**
   * Opens a proposal, or returns the one that the key has opened with the same Idempotency-Key. `conflict`: that one has another content. `full`: the key
   * has `MAX_OPEN_PROPOSALS` that wait.
   */
  open(
    request: ProposalRequest<Content>,
    nowMs: number,
  ): Result<{ readonly proposal: Proposal<Content>; readonly isRepeat: boolean }, 'conflict' | 'full'> {
    const ofKey = this.ofKey(request.keyId);
    const before = ofKey.find(({ idempotencyKey }) => idempotencyKey === request.idempotencyKey);
    if (before)
      return this.#isSame(before.content, request.content)
        ? ok({ proposal: before, isRepeat: true })
        : err('conflict');
    if (ofKey.filter(isPending).length >= MAX_OPEN_PROPOSALS) return err('full');
    const proposal: Proposal<Content> = {
      ...request,
      state: 'Open',
      createdMs: nowMs,
      expiresMs: nowMs + PROPOSAL_LIFE_MS,
      endedMs: null,
      orderId: null,
      groupId: null,
      message: '',
    };
    this.#byId.set(proposal.proposalId, proposal);
    return ok({ proposal, isRepeat: false });
  }

  /** The proposal of an id; undefined for one that there is not. */
  get(proposalId: string): Proposal<Content> | undefined {
    return this.#byId.get(proposalId);
  }

  /** The proposals of a key, the newest first. */
  ofKey(keyId: string): readonly Proposal<Content>[] {
    return [...this.#byId.values()].filter((each) => each.keyId === keyId).toReversed();
  }

  /** The proposals of a user that wait or are being sent, the oldest first. */
  pendingOf(userId: string): readonly Proposal<Content>[] {
    return this.pending().filter((each) => each.userId === userId);
  }

  /** All proposals that wait or are being sent, the oldest first. */
  pending(): readonly Proposal<Content>[] {
    return [...this.#byId.values()].filter(isPending);
  }

  /** The user confirms: takes the proposal for sending. Undefined unless it is open and has not expired at `nowMs`. */
  claim(proposalId: string, nowMs: number): Proposal<Content> | undefined {
    const proposal = this.#openAt(proposalId, nowMs);
    return proposal && this.#put({ ...proposal, state: 'Sending' });
  }

  /** Sets the outcome of a proposal that was claimed. Undefined for any other. */
  settle(proposalId: string, outcome: ProposalOutcome, nowMs: number): Proposal<Content> | undefined {
    const proposal = this.#byId.get(proposalId);
    return proposal?.state === 'Sending'
      ? this.#put({ ...proposal, message: '', ...outcome, endedMs: nowMs })
      : undefined;
  }

  /** Ends a proposal that waits. Undefined unless it is open and has not expired at `nowMs`. */
  end(
    proposalId: string,
    {
      state,
      message = '',
    }: { readonly state: 'Rejected' | 'Withdrawn' | 'KeyEnded'; readonly message?: string },
    nowMs: number,
  ): Proposal<Content> | undefined {
    const proposal = this.#openAt(proposalId, nowMs);
    return proposal && this.#put({ ...proposal, state, message, endedMs: nowMs });
  }

  /** Ends what has expired and forgets what ended long ago, or before many others of its key. Returns what has expired. */
  sweep(nowMs: number): readonly Proposal<Content>[] {
    const expired = this.pending()
      .filter(({ state, expiresMs }) => state === 'Open' && expiresMs <= nowMs)
      .map((each) => this.#put({ ...each, state: 'Expired', endedMs: nowMs }));
    const keptOfKeys = new Map<string, number>();
    for (const { proposalId, keyId, endedMs } of [...this.#byId.values()].toReversed()) {
      if (endedMs === null) continue;
      const kept = (keptOfKeys.get(keyId) ?? 0) + 1;
      keptOfKeys.set(keyId, kept);
      if (kept > MAX_ENDED_PROPOSALS || nowMs - endedMs > ENDED_KEPT_MS) this.#byId.delete(proposalId);
    }
    return expired;
  }

  #openAt(proposalId: string, nowMs: number): Proposal<Content> | undefined {
    const proposal = this.#byId.get(proposalId);
    return proposal?.state === 'Open' && proposal.expiresMs > nowMs ? proposal : undefined;
  }

  #put(proposal: Proposal<Content>): Proposal<Content> {
    this.#byId.set(proposal.proposalId, proposal);
    return proposal;
  }
}
