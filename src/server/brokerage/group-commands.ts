import { groupByClientId } from '../../domain/orders/core/book-groups.ts';
import type { GroupRefusal } from '../../domain/orders/core/groups/judge-group.ts';
import type { TermsChange } from '../../domain/orders/core/groups/judge-terms.ts';
import { OrderError } from '../../domain/orders/errors.ts';
import { areSameGroups } from '../../domain/orders/groups/same-group.ts';
import { withFixedDistances } from '../../domain/orders/groups/stated-exits.ts';
import { isEndingKind, type GroupRequest } from '../../domain/orders/groups/types.ts';
import { withPresentDistances } from './average-range.ts';
import type { MarketData } from '../market/market-data.ts';
import type { Brokerage, GroupOutcome } from './brokerage.ts';
import type { BrokerageCore } from './brokerage-core.ts';
import { isJournalable } from './is-journalable.ts';
import type { Batch } from './release-queue.ts';

const USED_CLIENT_ID: GroupRefusal = {
  code: OrderError.InvalidOrderFormat,
  detail: 'The ClientId belongs to another group of the account.',
};

const isGroupJournalable = (group: GroupRequest): boolean => {
  const { orders, target, stop, targets, atr } = group;
  return (
    orders.every(isJournalable) &&
    areTermsJournalable(group) &&
    (atr === undefined || Number.isFinite(atr.period)) &&
    (target === null || Number.isFinite(target.amountE4)) &&
    (stop === null || Number.isFinite(stop.amountE4)) &&
    (targets === undefined ||
      targets.every(({ amountE4, quantity }) => Number.isFinite(amountE4) && Number.isFinite(quantity)))
  );
};

const isAbsentOrFinite = (figure: number | undefined): boolean =>
  figure === undefined || Number.isFinite(figure);

const areTermsJournalable = ({ trail, timeExit, condition }: TermsChange): boolean =>
  isAbsentOrFinite(trail?.start?.amountE4) &&
  isAbsentOrFinite(trail?.distance?.amountE4) &&
  isAbsentOrFinite(timeExit?.minutes) &&
  isAbsentOrFinite(condition && ('minutes' in condition ? condition.minutes : condition.priceE4));

/** What a group would be if it arrived now. Changes nothing. */
export async function checkGroup(
  core: BrokerageCore,
  market: Pick<MarketData, 'bars' | 'exchangeMs' | 'instrument'>,
  group: GroupRequest,
): Promise<{ readonly group: GroupRequest } | GroupRefusal> {
  if (!isGroupJournalable(group)) return { code: OrderError.InvalidOrderFormat };
  const account = await core.facts.account(group.account);
  const known = await withPresentDistances(group, market);
  if (!core.isReady) return { code: core.unavailableCode() };
  if ('code' in known) return known;
  return core.engine.previews.refusalOf(known, account) ?? { group: withFixedDistances(known) };
}

/** Commands about order groups: place, cancel, change. `disconnectsOf`: how often the last client of an account has disconnected. */
export function createGroupCommands(
  core: BrokerageCore,
  market: Pick<MarketData, 'bars' | 'exchangeMs' | 'instrument'>,
  disconnectsOf: (account: string) => number,
): Pick<Brokerage, 'placeGroup' | 'cancelGroup' | 'changeGroupExit' | 'changeGroupTerms'> {
  /** Lets the engine decide, and resolves once the outcome is durable. A refusal is judged on the working book, so it waits for that book, too. */
  async function outcomeOf(
    decide: (refuse: (refusal: GroupRefusal) => void) => Batch | undefined,
    groupId: () => string,
  ): Promise<GroupOutcome> {
    let refusal: GroupRefusal | undefined;
    const released = await core.perform(() => decide((reason) => (refusal = reason)));
    if (refusal && (await core.flushed())) return refusal;
    return released && !refusal ? { groupId: groupId() } : { code: core.unavailableCode() };
  }

  /** The answer to a ClientId that is taken; undefined for a free one. */
  function repeatedAnswer(group: GroupRequest): Promise<GroupOutcome> | GroupOutcome | undefined {
    const { book } = core.isReady ? core.engine : core.ledger;
    const known = groupByClientId(book, group.account, group.clientId);
    if (!known) return undefined;
    if (!areSameGroups(known.request, group)) return USED_CLIENT_ID;
    const { groupId } = known;
    return core
      .flushed()
      .then(() => (core.ledger.group(groupId) ? { groupId } : { code: core.unavailableCode() }));
  }

  return {
    async placeGroup(group) {
      if (!isGroupJournalable(group)) return { code: OrderError.InvalidOrderFormat };
      const disconnects = disconnectsOf(group.account);
      const answer = core.facts.account(group.account);
      const account = answer instanceof Promise ? await answer : answer;
      const distances = withPresentDistances(group, market);
      const known = distances instanceof Promise ? await distances : distances;
      // Nothing is awaited between this repetition check and the decision: of two equal requests the second must find the first.
      const repeated = repeatedAnswer(group);
      if (repeated) return repeated;
      if (!core.isReady) return { code: core.unavailableCode() };
      if ('code' in known) return known;
      const hasLeft = disconnectsOf(group.account) !== disconnects && !isEndingKind(group.kind);
      if (hasLeft && core.engine.book.accounts.get(group.account)?.cancelOnDisconnect)
        return { code: OrderError.NotLoggedIn };
      let placed = '';
      return outcomeOf(
        (refuse) => core.engine.groups.place(known, account, refuse, (groupId) => (placed = groupId)),
        () => placed,
      );
    },
    cancelGroup: (request) =>
      outcomeOf(
        (refuse) => core.engine.groups.cancel(request, refuse),
        () => request.groupId,
      ),
    changeGroupExit: (request) =>
      outcomeOf(
        (refuse) => core.engine.groups.change(request, refuse),
        () => request.groupId,
      ),
    async changeGroupTerms(request) {
      if (!areTermsJournalable(request.terms)) return { code: OrderError.InvalidOrderFormat };
      return outcomeOf(
        (refuse) => core.engine.groups.changeTerms(request, refuse),
        () => request.groupId,
      );
    },
  };
}
