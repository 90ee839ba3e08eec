import { groupByClientId } from '../../domain/orders/core/book-groups.ts';
import type { GroupRefusal } from '../../domain/orders/core/groups/judge-group.ts';
import { OrderError } from '../../domain/orders/errors.ts';
import type { Brokerage } from './brokerage.ts';
import type { BrokerageCore } from './brokerage-core.ts';

/** The command that reverses a position. `disconnectsOf`: how often the last client of an account has disconnected. */
export function createReversals(
  core: BrokerageCore,
  disconnectsOf: (account: string) => number,
): Pick<Brokerage, 'reversePosition'> {
  return {
    async reversePosition(request) {
      const { account: name, clientId, symbol } = request;
      const disconnects = disconnectsOf(name);
      const answer = core.facts.account(name);
      const account = answer instanceof Promise ? await answer : answer;
      // Nothing is awaited between this repetition check and the decision: of two equal requests the second must find the first.
      const known = groupByClientId((core.isReady ? core.engine : core.ledger).book, name, clientId);
      if (known) {
        const { kind, symbol: knownSymbol } = known.request;
        if (kind !== 'OneTriggersOther' || knownSymbol !== symbol)
          return {
            code: OrderError.InvalidOrderFormat,
            detail: 'The ClientId belongs to another group of the account.',
          };
        await core.flushed();
        const { groupId } = known;
        return core.ledger.group(groupId) ? { groupId } : { code: core.unavailableCode() };
      }
      if (!core.isReady) return { code: core.unavailableCode() };
      if (disconnectsOf(name) !== disconnects && core.engine.book.accounts.get(name)?.cancelOnDisconnect)
        return { code: OrderError.NotLoggedIn };
      let refusal: GroupRefusal | undefined;
      let placed = '';
      const released = await core.perform(() =>
        core.engine.reversals.reverse(
          request,
          account,
          (reason) => (refusal = reason),
          (groupId) => (placed = groupId),
        ),
      );
      if (refusal && (await core.flushed())) return refusal;
      return released && !refusal ? { groupId: placed } : { code: core.unavailableCode() };
    },
  };
}
