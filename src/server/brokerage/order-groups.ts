import { assert } from '../../domain/assert/assert.ts';
import type { Book } from '../../domain/orders/core/book.ts';
import { judgeNew } from '../../domain/orders/core/decide.ts';
import { expiryOf } from '../../domain/orders/core/expiry.ts';
import { explainOrder } from '../../domain/orders/core/explain-order.ts';
import type { GroupAction } from '../../domain/orders/core/groups/action.ts';
import { groupHoldingOf, type JudgedGroup } from '../../domain/orders/core/groups/judge-group.ts';
import { nextGroupAction } from '../../domain/orders/core/groups/next-action.ts';
import { nextClientId } from '../../domain/orders/core/groups/orders-of-group.ts';
import type { Holding } from '../../domain/orders/core/holding.ts';
import { isOpen, knownRequest } from '../../domain/orders/core/known-requests.ts';
import type { FactsOf } from '../../domain/orders/core/multi-leg.ts';
import type { BookOrder, MarketView, OrderEvent, OrderRequest } from '../../domain/orders/core/types.ts';
import { OrderError } from '../../domain/orders/errors.ts';
import { groupIdOf, groupSerialOf } from '../../domain/orders/groups/group-id.ts';
import { isLive } from '../../domain/orders/groups/states.ts';
import {
  firstRoleOf,
  type BookGroup,
  type GroupLink,
  type GroupRequest,
} from '../../domain/orders/groups/types.ts';
import { orderIdOf } from '../../domain/orders/order-id.ts';
import type { CheckedFigures } from '../../domain/risk/index.ts';
import type { Commit } from './commit.ts';
import type { GroupExplanations } from './group-explanations.ts';
import { GroupTriggers } from './group-triggers.ts';
import { outsideFactsOf } from './outside-facts.ts';
import type { AccountAnswer, RiskFacts } from './risk-facts.ts';
import type { TradingFloor } from './trading-floor.ts';

/** Actions of one group in one decision. A flatten needs one for each open order; more mean a plan that repeats itself. */
const MAX_STEPS = 100_000;

/** The market and the sink of one decision. */
interface Turn {
  readonly view: MarketView;
  readonly commit: Commit;
  /** After a restart, before the open orders are in the matcher again: only the book changes, and nothing new is sent. */
  readonly isBeforeMatching: boolean;
}

/** An order of a group that is accepted. */
interface AcceptedMember {
  readonly orderId: string;
  readonly order: OrderRequest;
  readonly held: Holding;
  readonly link: GroupLink;
  /** The group, if it begins with this order. */
  readonly opens?: GroupRequest | undefined;
}

/** Carries out the plans of order groups: after each decision, the groups whose orders changed get what their plan lacks. */
export class OrderGroups {
  readonly #book: Book;
  readonly #floor: TradingFloor;
  readonly #facts: RiskFacts;
  readonly #explanations: GroupExplanations;
  /** Groups to plan again, by GroupId. */
  readonly #changed = new Set<string>();
  /** Live flattens, by GroupId. */
  readonly #flattens = new Set<string>();
  /** Groups that wait for the facts of their account. */
  readonly #waiting = new Set<string>();
  readonly #triggers: GroupTriggers;
  /** Until the groups were planned for the first time after a start. */
  #isStart = true;

  constructor(book: Book, floor: TradingFloor, facts: RiskFacts, explanations: GroupExplanations) {
    this.#book = book;
    this.#floor = floor;
    this.#facts = facts;
    this.#explanations = explanations;
    this.#triggers = new GroupTriggers(book);
  }

  /** Whether a group waits for a price of the symbol. */
  isWatched(symbol: string): boolean {
    return this.#triggers.isWatched(symbol);
  }

  /** Symbols of whose prices groups wait for one. */
  watchedSymbols(): readonly string[] {
    return [...this.#triggers.symbols()];
  }

  /** Plans the groups again that a price of the symbol has reached. */
  notePrices(symbol: string, view: MarketView): void {
    for (const groupId of this.#triggers.atPrices(symbol, view)) this.#changed.add(groupId);
  }

  /** Records an event that the book has applied. */
  note(event: OrderEvent): void {
    if ('groupId' in event) this.#changed.add(event.groupId);
    if (event.kind === 'groupAccepted' && event.group.kind === 'Flatten') this.#flattens.add(event.groupId);
    if (event.kind === 'groupEnded') this.#flattens.delete(event.groupId);
    if (event.kind === 'actionApplied') for (const groupId of event.groups) this.#changed.add(groupId);
    const order = 'orderId' in event ? this.#book.orders.get(event.orderId) : undefined;
    if (order?.group) this.#changed.add(order.group.groupId);
  }

  /**
   * Accepts a group with its first order, which was judged with it. They are one record: a second record would repeat the order. Returns the GroupId.
   * `isEvaluated`: the open orders of the symbol have just been evaluated.
   */
  begin(
    group: GroupRequest,
    order: OrderRequest,
    { holding, figures }: JudgedGroup & { readonly holding: Holding },
    isEvaluated: boolean,
    { view, commit }: Pick<Turn, 'view' | 'commit'>,
  ): string {
    const serial = this.#book.lastSeq + 1;
    const [groupId, orderId] = [groupIdOf(serial), orderIdOf(serial)];
    const link = { groupId, role: firstRoleOf(group.kind), index: 0 };
    this.#explanations.noteJudged(orderId, group.orders, figures, view.nowMs);
    this.#accept({ orderId, order, held: holding, link, opens: group }, isEvaluated, { view, commit });
    return groupId;
  }

  /** Plans every live group again, and those that wait for the facts of their account. */
  noteAll(): void {
    for (const group of this.#book.groups.values()) {
      if (!isLive(group)) continue;
      this.#changed.add(group.groupId);
      if (group.request.kind === 'Flatten') this.#flattens.add(group.groupId);
    }
  }

  /** Plans the groups again that wait for facts, and those whose time has come. */
  noteTime(nowMs: number): void {
    for (const groupId of this.#triggers.atTime(nowMs)) this.#changed.add(groupId);
    for (const groupId of this.#waiting) this.#changed.add(groupId);
    this.#waiting.clear();
  }

  /** After a restart, before the matcher has the open orders: cancels and reduces what a crash left too large. */
  settleBeforeMatching(view: MarketView, commit: Commit): void {
    this.noteAll();
    this.#settle({ view, commit, isBeforeMatching: true });
    this.noteAll();
  }

  /** Does what the changed groups lack, until none lacks anything. Then cancels the sales that have lost their shares. */
  settle(view: MarketView, commit: Commit): void {
    do this.#settle({ view, commit, isBeforeMatching: false });
    while (this.#floor.endDeferred(view.nowMs, commit) && this.#changed.size > 0);
    this.#isStart = false;
  }

  #settle(turn: Turn): void {
    while (this.#changed.size > 0) {
      const groupIds = [...this.#changed].sort((a, b) => groupSerialOf(a) - groupSerialOf(b));
      this.#changed.clear();
      for (const groupId of groupIds) {
        const group = this.#book.groups.get(groupId);
        if (group) this.#settleOne(group, turn);
      }
      this.#noteFlattens();
    }
  }

  #settleOne(group: BookGroup, turn: Turn): void {
    let steps = 0;
    for (let lastSeq = -1; lastSeq !== this.#book.lastSeq;) {
      lastSeq = this.#book.lastSeq;
      steps += 1;
      assert(steps < MAX_STEPS, `the plan of group ${group.groupId} comes to an end`);
      const action = nextGroupAction({ group, book: this.#book });
      if (action) this.#perform(action, group, turn);
      else this.#trigger(group, turn);
    }
    // What the loop itself changed is settled.
    this.#changed.delete(group.groupId);
  }

  /** A group that lacks nothing may have been reached by a price or a time, which gives it another action. */
  #trigger({ groupId }: BookGroup, { view, commit, isBeforeMatching }: Turn): void {
    if (isBeforeMatching) return;
    this.#triggers.update(groupId, view, this.#isStart);
    const event = this.#triggers.triggered(groupId, view);
    if (event) commit([event]);
  }

  /** A flatten waits for groups of its account that are ending. */
  #noteFlattens(): void {
    if (this.#changed.size === 0) return;
    for (const groupId of this.#flattens) this.#changed.add(groupId);
  }

  #perform(action: GroupAction, group: BookGroup, turn: Turn): void {
    const { view, commit } = turn;
    const { groupId, request } = group;
    const { nowMs: timeMs } = view;
    switch (action.kind) {
      case 'send':
        return turn.isBeforeMatching ? undefined : this.#send(action, turn);
      case 'replace':
        return this.#replace(action, turn);
      case 'cancel': {
        const order = this.#book.orders.get(action.orderId);
        return order && this.#floor.end(order, action.code, timeMs, commit);
      }
      case 'breakEven': {
        const { account, userId } = request;
        const { price } = action;
        const change = { role: 'Stop', cause: 'BreakEven', price, timeMs } as const;
        return commit([{ kind: 'groupChanged', groupId, account, userId, ...change }]);
      }
      case 'cancelGroup': {
        const { account, userId } = request;
        const { code } = action;
        return commit([{ kind: 'groupCancelled', groupId: action.groupId, account, userId, code, timeMs }]);
      }
      case 'end': {
        const { state, code } = action;
        return commit([{ kind: 'groupEnded', groupId, account: request.account, state, code, timeMs }]);
      }
    }
  }

  #send(action: Extract<GroupAction, { kind: 'send' }>, { view, commit }: Turn): void {
    const { link } = action;
    // The holder may have used the ClientId meanwhile.
    const isTaken = knownRequest(this.#book, action.order.account, action.order.clientId) !== undefined;
    const order = isTaken
      ? { ...action.order, clientId: nextClientId(this.#book, link.groupId, link.role) }
      : action.order;
    this.#floor.noteHalt(order.symbol, view, commit);
    const orderId = orderIdOf(this.#book.lastSeq + 1);
    const held = action.isJudged
      ? this.#judge(orderId, order, link, view)
      : this.#holdingOf(order, link, view);
    if (!action.isJudged) this.#explanations.keepJudged(orderId, action.order);
    if (!held) return;
    const { nowMs: timeMs } = view;
    if ('code' in held)
      return commit([
        { kind: 'rejected', orderId, order, code: held.code, detail: held.detail, group: link, timeMs },
      ]);
    this.#accept({ orderId, order, held, link }, false, { view, commit });
  }

  #accept(
    { orderId, order, held, link, opens }: AcceptedMember,
    isEvaluated: boolean,
    { view, commit }: Pick<Turn, 'view' | 'commit'>,
  ): void {
    const { nowMs: timeMs } = view;
    const expiresMs = expiryOf(order, view);
    const { reserveE4, openingQuantity } = held;
    const accepted = { kind: 'accepted', orderId, order, expiresMs, reserveE4, openingQuantity } as const;
    commit([
      opens ? { ...accepted, group: link, opens, timeMs } : { ...accepted, group: link, timeMs },
      { kind: 'confirmed', orderId, timeMs },
    ]);
    const entered = this.#book.orders.get(orderId);
    if (entered?.completedMs === null) this.#floor.enter(entered, isEvaluated, view, commit);
  }

  /** The verdict on an order that is judged only now; undefined while the facts of its account are being read. */
  #judge(
    orderId: string,
    order: OrderRequest,
    { groupId, role }: GroupLink,
    view: MarketView,
  ): ReturnType<typeof judgeNew> | undefined {
    const answer = this.#facts.account(order.account);
    if (answer instanceof Promise) {
      answer.catch(() => undefined);
      this.#waiting.add(groupId);
      return undefined;
    }
    const factsOf = this.#factsBy(order, answer);
    const isFlatten = role === 'Close';
    const figures: CheckedFigures[number][] = [];
    const onFigure = (...figure: CheckedFigures[number]): void => void figures.push(figure);
    const judged = judgeNew(this.#book, order, factsOf, view, { isFlatten, onFigure });
    if ('code' in judged)
      this.#explanations.keepRefused(orderId, order, view.nowMs, () =>
        explainOrder(this.#book, order, undefined, factsOf, view, isFlatten),
      );
    else this.#explanations.keepAccepted(orderId, figures, view.nowMs);
    return judged;
  }

  #holdingOf(order: OrderRequest, { groupId, role }: GroupLink, view: MarketView): Holding {
    const grouped = { role, replaced: undefined, sibling: this.#siblingOf(order, groupId) };
    return groupHoldingOf(this.#book, order, grouped, this.#factsBy(order, undefined), view);
  }

  /** An open order of the group in the direction of the order. */
  #siblingOf(order: OrderRequest, groupId: string): BookOrder | undefined {
    for (const { orderId, isOpen: isMemberOpen, role } of this.#book.groups.get(groupId)?.members ?? []) {
      const member = isMemberOpen && role !== 'Entry' ? this.#book.orders.get(orderId) : undefined;
      if (member && (member.side === 'Buy') === (order.side === 'Buy')) return member;
    }
    return undefined;
  }

  #replace({ orderId, order }: Extract<GroupAction, { kind: 'replace' }>, turn: Turn): void {
    const { view, commit } = turn;
    const target = this.#book.orders.get(orderId);
    if (!target?.group) return;
    const { clientId: originalClientId, expiresMs } = target;
    const held = groupHoldingOf(
      this.#book,
      order,
      { role: target.group.role, replaced: target, sibling: target },
      this.#factsBy(order, undefined),
      view,
    );
    const replaced = (timeMs: number, keptPriority: boolean): OrderEvent => ({
      kind: 'replaced',
      orderId,
      order,
      originalClientId,
      keptPriority,
      expiresMs,
      ...held,
      timeMs,
    });
    if (turn.isBeforeMatching) return commit([replaced(view.nowMs, true)]);
    let isRefused = false;
    this.#floor.replace(
      target,
      order,
      held,
      view,
      (match) => {
        if (match.kind === 'replace') return [replaced(match.timeMs, match.keptPriority)];
        isRefused = true;
        return [];
      },
      commit,
    );
    // The group cannot leave an order open that may fill more than its share.
    if (isRefused && isOpen(target))
      this.#floor.end(target, OrderError.CancelledByMarket, view.nowMs, commit);
  }

  #factsBy({ account, userId, destination, route }: OrderRequest, answer: AccountAnswer): FactsOf {
    return (symbol) => outsideFactsOf(this.#facts, { account, userId, symbol, destination, route }, answer);
  }
}
