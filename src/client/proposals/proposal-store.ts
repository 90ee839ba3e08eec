import { isPending } from '../../domain/proposals/index.ts';
import type { Body } from '../../protocol/index.ts';
import type { DocumentStoreEvents } from '../documents/lazy-store.ts';
import type { HostClock } from '../host-clock.ts';
import type { ReceivedBy } from '../message-receivers.ts';
import { createObservable } from '../observable.ts';
import type { OrderProposal, OrderProposals, ProposalDecision } from './types.ts';

/** How long a proposal is shown after its end, ms. */
const SHOWN_AFTER_END_MS = 10_000;

interface ProposalStoreDeps {
  readonly clock: HostClock;
  readonly trading: {
    sendReady(name: 'orderProposalDecide', body: Body<'orderProposalDecide'>): boolean;
  };
}

/** The proposals of the user as the server publishes them, on this page. */
export class ProposalStore implements OrderProposals, DocumentStoreEvents<ReceivedBy<'proposals'>> {
  readonly #deps: ProposalStoreDeps;
  readonly #state = createObservable<readonly OrderProposal[]>([]);
  /** Timers that remove what has ended, by id. */
  readonly #timers = new Map<string, unknown>();

  constructor(deps: ProposalStoreDeps) {
    this.#deps = deps;
  }

  // Fields, not methods: React subscribes with the bare functions.
  readonly get = (): readonly OrderProposal[] => this.#state.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);

  decide(id: string, decision: ProposalDecision): boolean {
    this.#change(id, { problem: '' });
    return this.#deps.trading.sendReady('orderProposalDecide', { Id: id, Decision: decision });
  }

  dismiss(id: string): void {
    this.#stopTimer(id);
    this.#state.set(this.get().filter((each) => each.Id !== id || isPending(stateOf(each))));
  }

  onTrading({ name, body }: ReceivedBy<'proposals'>): void {
    if (name === 'orderProposalResult') return this.#change(body.Id, { problem: body.Message });
    const { Items, IsSnapshot } = body;
    // What waited before a lost connection and is not in the snapshot has ended meanwhile.
    if (IsSnapshot) this.#state.set(this.get().filter((each) => !isPending(stateOf(each))));
    for (const item of Items) this.#put(item);
  }

  onAccountReady(): void {}
  onLost(): void {}

  /** Another account is selected, or the user has signed out. The server sends what waits again. */
  reset(): void {
    for (const id of [...this.#timers.keys()]) this.#stopTimer(id);
    this.#state.set([]);
  }

  dispose(): void {
    this.reset();
  }

  #put({ RemainingMs, ...item }: Body<'orderProposals'>['Items'][number]): void {
    const { clock } = this.#deps;
    const proposal: OrderProposal = { ...item, expiresAtMs: clock.nowMs() + RemainingMs, problem: '' };
    const before = this.get();
    const isKnown = before.some(({ Id }) => Id === item.Id);
    // An end of what this page has never shown is no news.
    if (!isKnown && !isPending(stateOf(proposal))) return;
    this.#state.set(
      isKnown ? before.map((each) => (each.Id === item.Id ? proposal : each)) : [...before, proposal],
    );
    if (isPending(stateOf(proposal))) return;
    this.#stopTimer(item.Id);
    this.#timers.set(
      item.Id,
      clock.setTimeout(() => this.dismiss(item.Id), SHOWN_AFTER_END_MS),
    );
  }

  #change(id: string, change: Pick<OrderProposal, 'problem'>): void {
    this.#state.set(this.get().map((each) => (each.Id === id ? { ...each, ...change } : each)));
  }

  #stopTimer(id: string): void {
    const timer = this.#timers.get(id);
    if (timer === undefined) return;
    this.#deps.clock.clearTimeout(timer);
    this.#timers.delete(id);
  }
}

const stateOf = ({ State }: OrderProposal) => ({ state: State });
