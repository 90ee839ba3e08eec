import { GroupError, OrderError, refusalText } from '../../../domain/orders/errors.ts';
import type { GroupOutcome } from '../../brokerage/brokerage.ts';
import { groupFromApi, groupToApi } from '../translate/api-v1-groups.ts';
import { groupFromWire } from '../translate/order-groups.ts';
import { ApiRefusal } from './api-refusal.ts';
import { accountOfCall, tradingAccountOfCall } from './caller-accounts.ts';
import {
  outageRefusal,
  rejection,
  requestedOrders,
  requireTrading,
  type OrderCallDeps,
} from './order-requests.ts';
import type { ApiHandlers } from './v1-types.ts';

/** Each order of a group has a ClientId: that of the group with its place. */
const MAX_GROUP_KEY_LENGTH = 62;

/** Codes of a group that can no longer be cancelled. */
const ENDED: ReadonlySet<number> = new Set([OrderError.CancelTooLate, OrderError.CancelPending]);

/** The routes about order groups, through the permissions and checks of all orders. */
export function groupCalls(
  deps: OrderCallDeps,
): Pick<ApiHandlers, 'groups' | 'groupSend' | 'group' | 'groupCancel'> {
  const { brokerage, drain } = deps;
  const groupsOf = (account: string) =>
    brokerage
      .accountState(account, Number.MAX_SAFE_INTEGER)
      .groups.toSorted((left, right) => right.createdMs - left.createdMs);
  return {
    async groups({ caller, params }) {
      const { account } = accountOfCall(caller, params.account);
      return { account, items: groupsOf(account).map(groupToApi) };
    },
    async group({ caller, params: { groupId, account: named } }) {
      const { account } = accountOfCall(caller, named);
      const found = groupsOf(account).find((group) => group.groupId === groupId);
      if (found) return groupToApi(found);
      throw new ApiRefusal(404, 'unknown_group', `The account ${account} has no group ${groupId} now.`);
    },
    async groupSend({ caller, body, idempotencyKey: clientId }) {
      if (clientId.length > MAX_GROUP_KEY_LENGTH)
        throw new ApiRefusal(
          400,
          'invalid_request',
          `Idempotency-Key: must be a text of 1 to ${String(MAX_GROUP_KEY_LENGTH)} characters for a group`,
        );
      const { account } = tradingAccountOfCall(caller, body.account);
      const terms = body.orders.map((order, index) => ({
        terms: { ...order, account },
        clientId: `${clientId}.${String(index)}`,
      }));
      const orders = requestedOrders(deps, caller, terms, 'new');
      const group = groupFromWire(groupFromApi(body, orders, clientId), { account, userId: caller.userId });
      const work = brokerage.placeGroup(group);
      drain.track(work);
      return { groupId: acceptedGroup(await work), clientId, account };
    },
    async groupCancel({ caller, params: { groupId, account: named } }) {
      const { account } = tradingAccountOfCall(caller, named);
      requireTrading(deps, caller);
      const work = brokerage.cancelGroup({ account, userId: caller.userId, groupId });
      drain.track(work);
      return { groupId: acceptedGroup(await work), account };
    },
  };
}

/** The GroupId of an outcome. Throws its refusal. */
function acceptedGroup(outcome: GroupOutcome): string {
  if ('groupId' in outcome) return outcome.groupId;
  const { code, detail } = outcome;
  const message = refusalText(code, detail);
  const more = { orderErrorCode: code };
  if (code === GroupError.UnknownGroup) throw new ApiRefusal(404, 'unknown_group', message, more);
  if (ENDED.has(code)) throw new ApiRefusal(409, 'cancel_rejected', message, more);
  // The edge has checked the form: what is refused as malformed is a ClientId that another group has.
  if (code === OrderError.InvalidOrderFormat)
    throw new ApiRefusal(
      409,
      'idempotency_conflict',
      'The Idempotency-Key was used for another group of this account. Use a new key for a new group.',
      more,
    );
  throw outageRefusal(code, message) ?? rejection(code, message);
}
