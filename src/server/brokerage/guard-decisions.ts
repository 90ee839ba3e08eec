import { newYorkMs } from '../../domain/calendar/us-equity.ts';
import type { AccountBook } from '../../domain/orders/core/account-book.ts';
import { groupByClientId } from '../../domain/orders/core/book-groups.ts';
import { accountPlE4 } from '../../domain/orders/core/session-pl.ts';
import type { MarketView, OrderEvent } from '../../domain/orders/core/types.ts';
import { groupIdOf } from '../../domain/orders/groups/group-id.ts';
import { isLive } from '../../domain/orders/groups/states.ts';
import type { MoneyE4 } from '../../domain/money/price.ts';
import {
  areSameLimits,
  flattenDueMs,
  isNewHigh,
  limitsAfterRequest,
  NO_GUARD_LIMITS,
  NO_GUARDS,
  passedGuard,
  stricterLimit,
  type AccountGuards,
  type FlattenTime,
  type GuardFigures,
  type GuardLimits,
  type PassedGuard,
} from '../../domain/risk/guards.ts';
import type { Commit } from './commit.ts';
import type { DecisionParts } from './decision-parts.ts';
import { MAX_OPTION_CHANGES, RateWindow } from './rate-window.ts';
import type { Batch } from './release-queue.ts';

/** A request of an account holder about the guards of the account; what is left out stays as it is. */
export interface GuardsChange {
  readonly account: string;
  readonly userId: string;
  readonly limits?: Partial<GuardLimits> | undefined;
  /** null = no flatten by time. */
  readonly flattenAt?: { readonly minute: number; readonly isTodayOnly: boolean } | null | undefined;
}

/** Why a request about guards is refused: the account sent too many, the time of today has passed, or the limit is reached already. */
export type GuardsRefusal = 'too-often' | 'too-late' | PassedGuard;

/** Time between two attempts to close what a locked account still holds, exchange ms. */
const RETRY_MS = 60_000;

/** The decisions of the single writer about guards: limits of the holder, what a passed guard does, and the flatten by time. */
export class GuardDecisions {
  readonly #parts: DecisionParts;
  readonly #changes = new RateWindow(MAX_OPTION_CHANGES);
  /** Accounts that are locked or have a time to be flattened at: the ones that a sweep reads. */
  readonly #attended = new Set<string>();
  /** When a locked account was last flattened, exchange UTC ms. Not stored: a restart tries again at once. */
  readonly #flattenedMs = new Map<string, number>();

  constructor(parts: DecisionParts) {
    this.#parts = parts;
  }

  /** Records an event that the book has applied. */
  note(event: OrderEvent): void {
    if (event.kind === 'session') return this.noteAll();
    if (event.kind === 'guardsSet' || event.kind === 'guardTripped' || event.kind === 'guardReleased')
      this.#attend(event.account);
  }

  /** Reads the guards of every account again, after a restart or at a new session. */
  noteAll(): void {
    for (const account of this.#parts.book.accounts.keys()) this.#attend(account);
  }

  #attend(account: string): void {
    const { lock, flattenAt } = this.#parts.book.accounts.get(account)?.guards ?? NO_GUARDS;
    if (lock !== null || flattenAt !== null) this.#attended.add(account);
    else this.#attended.delete(account);
    if (lock === null) this.#flattenedMs.delete(account);
  }

  /** Sets what the holder requests. `refuse` receives the reason of a refusal, of which no record is kept. */
  set(change: GuardsChange, refuse: (refusal: GuardsRefusal) => void): Batch | undefined {
    const { book, run } = this.#parts;
    return run((view, commit) => {
      const account = book.accounts.get(change.account);
      const before = account?.guards ?? NO_GUARDS;
      const { limits, next } = change.limits
        ? limitsAfterRequest(before.limits, { ...(before.next ?? before.limits), ...change.limits })
        : before;
      const flattenAt = flattenTimeOf(change, before, view);
      if (isUnchanged(before, { limits, next, flattenAt })) return;
      if (this.#changes.take(change.account, view.nowMs) > 0) return refuse('too-often');
      if (
        change.flattenAt?.isTodayOnly === true &&
        flattenAt &&
        flattenDueMs(flattenAt, view.session, newYorkMs) === null
      )
        return refuse('too-late');
      const passed =
        change.limits && account && before.lock === null
          ? passedGuard(figuresOf(account, view), limits, NO_GUARD_LIMITS)
          : undefined;
      if (passed) return refuse(passed);
      const { userId } = change;
      commit([
        { kind: 'guardsSet', account: change.account, userId, limits, next, flattenAt, timeMs: view.nowMs },
      ]);
    });
  }

  /**
   * Locks and flattens the account if one of its guards is passed by the P&L of this moment. `userId`: the account holder, as whom the closing
   * orders are sent. `highE4`: the highest P&L that the watch has seen.
   */
  trip(name: string, userId: string, highE4: MoneyE4): Batch | undefined {
    const { book, facts, run } = this.#parts;
    return run((view, commit) => {
      const account = book.accounts.get(name);
      if (!account || account.guards.lock !== null) return;
      const figures = figuresOf(account, view, highE4);
      const passed = passedGuard(figures, account.guards.limits, facts.guardsOf(name).limits);
      if (!passed) return;
      commit([{ kind: 'guardTripped', account: name, ...passed, timeMs: view.nowMs }]);
      this.#flatten(account, { userId, clientId: `GUARD-${book.lastSeq + 1}` }, view, commit);
    });
  }

  /** Records the highest P&L of the day, so that a restart counts the drawdown from it. */
  recordHigh(name: string, highE4: MoneyE4): Batch | undefined {
    const { book, facts, run } = this.#parts;
    return run((view, commit) => {
      const account = book.accounts.get(name);
      if (!account || account.guards.lock !== null) return;
      const { limits, highE4: recordedE4 } = account.guards;
      const limitE4 = stricterLimit(limits.drawdownE4, facts.guardsOf(name).limits.drawdownE4);
      if (limitE4 !== null && isNewHigh(highE4, recordedE4, limitE4))
        commit([{ kind: 'guardHigh', account: name, highE4, timeMs: view.nowMs }]);
    });
  }

  /** Carries out the unlocks that administrators requested since the last one of each account. */
  release(): Batch | undefined {
    const { book, facts, run } = this.#parts;
    return run((view, commit) => {
      for (const [name, account] of book.accounts) {
        const { release: instruction } = facts.guardsOf(name);
        if (instruction === '' || instruction === account.guards.release) continue;
        const baseE4 = accountPlE4(account.positions, view.marks);
        commit([{ kind: 'guardReleased', account: name, instruction, baseE4, timeMs: view.nowMs }]);
      }
    });
  }

  /** Flattens the accounts whose time has come, and again those that a guard has locked and that still hold something. */
  sweep(view: MarketView, commit: Commit): void {
    if (view.phase !== 'open') return;
    for (const name of [...this.#attended]) {
      const account = this.#parts.book.accounts.get(name);
      if (!account) continue;
      this.#flattenByTime(account, view, commit);
      this.#flattenLocked(account, view, commit);
    }
  }

  #flattenByTime(account: AccountBook, view: MarketView, commit: Commit): void {
    const { flattenAt, userId } = account.guards;
    const dueMs = flattenAt && flattenDueMs(flattenAt, view.session, newYorkMs);
    if (dueMs === null || view.nowMs < dueMs) return;
    // Once a session: the ClientId of a group is kept for its session and the next one.
    const clientId = `FLATTEN-AT-${view.session.date}-${dueMs}`;
    if (groupByClientId(this.#parts.book, account.account, clientId)) return;
    this.#flatten(account, { userId, clientId }, view, commit);
  }

  #flattenLocked(account: AccountBook, view: MarketView, commit: Commit): void {
    const { book } = this.#parts;
    const lastMs = this.#flattenedMs.get(account.account) ?? Number.NEGATIVE_INFINITY;
    if (account.guards.lock === null || view.nowMs - lastMs < RETRY_MS) return;
    if (![...account.positions.values()].some(({ quantity }) => quantity !== 0)) return;
    const isFlattening = [...account.liveGroups].some((groupId) => {
      const group = book.groups.get(groupId);
      return group !== undefined && isLive(group) && group.request.kind === 'Flatten';
    });
    if (isFlattening) return;
    const holder = book.groups.get(lastGroupOf(account))?.request.userId ?? account.guards.userId;
    this.#flatten(account, { userId: holder, clientId: `GUARD-${book.lastSeq + 1}` }, view, commit);
  }

  #flatten(
    { account }: AccountBook,
    { userId, clientId }: { readonly userId: string; readonly clientId: string },
    view: MarketView,
    commit: Commit,
  ): void {
    this.#flattenedMs.set(account, view.nowMs);
    commit([
      {
        kind: 'groupAccepted',
        groupId: groupIdOf(this.#parts.book.lastSeq + 1),
        group: {
          account,
          userId,
          clientId,
          kind: 'Flatten',
          symbol: null,
          orders: [],
          target: null,
          stop: null,
        },
        timeMs: view.nowMs,
      },
    ]);
  }
}

/** The group that a guard placed last; the first retry after a restart finds the user in it. */
const lastGroupOf = ({ groupIdByClientId }: AccountBook): string =>
  [...groupIdByClientId].findLast(([clientId]) => clientId.startsWith('GUARD-'))?.[1] ?? '';

/** The P&L of this moment as the guards of the account count it. */
function figuresOf(
  account: AccountBook,
  { marks }: Pick<MarketView, 'marks'>,
  seenE4?: MoneyE4,
): GuardFigures {
  const { baseE4, highE4 } = account.guards;
  const plE4 = accountPlE4(account.positions, marks);
  return { plE4, baseE4, highE4: Math.max(highE4, plE4, seenE4 ?? highE4) };
}

function flattenTimeOf(
  { flattenAt }: GuardsChange,
  before: AccountGuards,
  { nowMs: sinceMs, session }: MarketView,
): FlattenTime | null {
  if (!flattenAt) return flattenAt === null ? null : before.flattenAt;
  const { minute, isTodayOnly } = flattenAt;
  const date = isTodayOnly ? session.date : null;
  const known = before.flattenAt;
  return known && known.minute === minute && known.date === date ? known : { minute, date, sinceMs };
}

const isUnchanged = (
  before: AccountGuards,
  after: Pick<AccountGuards, 'limits' | 'next' | 'flattenAt'>,
): boolean =>
  areSameLimits(before.limits, after.limits) &&
  areSameLimits(before.next ?? before.limits, after.next ?? after.limits) &&
  before.flattenAt === after.flattenAt;
