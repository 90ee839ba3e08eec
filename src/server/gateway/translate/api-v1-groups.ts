import type * as v from 'valibot';
import { orderErrorMessage } from '../../../domain/orders/errors.ts';
import type { ExitTerms } from '../../../domain/orders/groups/types.ts';
import type { groupRoutes } from '../../../protocol/api-v1-groups.ts';
import type { Body } from '../../../protocol/index.ts';
import type { GroupView } from '../../brokerage/brokerage.ts';
import { decimalOf, priceOf, timeOf } from './api-v1.ts';
import type { OrderSendBody } from './brokerage.ts';

type GroupTerms = v.InferOutput<typeof groupRoutes.groupSend.body>;
type ApiGroup = v.InferInput<typeof groupRoutes.group.response>;

const exitFromApi = ({ basis, amount, timeInForce }: NonNullable<GroupTerms['target']>) => ({
  Basis: basis,
  Amount: Number(amount),
  TifType: timeInForce,
});

/** The group of a call in the form in which order entry sends it, so that one translator serves both. */
export function groupFromApi(
  terms: GroupTerms,
  orders: readonly OrderSendBody[],
  clientId: string,
): Body<'orderGroupSend'> {
  const { target, targets, stop, breakEven, trail, atr, timeExit, condition } = terms;
  return {
    Account: terms.account,
    ClientId: clientId,
    Kind: terms.kind,
    Orders: [...orders],
    ...(target && { Target: exitFromApi(target) }),
    ...(targets && {
      Targets: targets.map((each) => ({ ...exitFromApi(each), Quantity: each.quantity })),
    }),
    ...(stop && { Stop: exitFromApi(stop) }),
    ...(breakEven !== undefined && { BreakEven: breakEven }),
    ...(trail && {
      Trail: {
        Start: { Basis: trail.start.basis, Amount: Number(trail.start.amount) },
        Distance: { Basis: trail.distance.basis, Amount: Number(trail.distance.amount) },
      },
    }),
    ...(atr && { Atr: { Period: atr.period, Bars: atr.bars } }),
    ...(timeExit && { TimeExit: { Basis: timeExit.basis, Minutes: timeExit.minutes } }),
    ...(condition && { Condition: conditionFromApi(condition) }),
  };
}

const conditionFromApi = (
  condition: NonNullable<GroupTerms['condition']>,
): NonNullable<Body<'orderGroupSend'>['Condition']> =>
  condition.basis === 'TimeOfDay'
    ? { Basis: condition.basis, Minutes: condition.minutes }
    : {
        Basis: condition.basis,
        Symbol: condition.symbol,
        Direction: condition.direction,
        Price: Number(condition.price),
      };

/** Exits are accepted that are good for the day or until cancelled only. */
const exitToApi = ({ basis, amountE4, tif }: ExitTerms): NonNullable<ApiGroup['target']> => ({
  basis,
  amount: decimalOf(amountE4),
  timeInForce: tif === 'GoodTillCancel' ? 'GoodTillCancel' : 'Day',
});

/** A group of the API. */
export const groupToApi = (group: GroupView): ApiGroup => ({
  groupId: group.groupId,
  clientId: group.clientId,
  account: group.account,
  kind: group.kind,
  symbol: group.symbol,
  state: group.state,
  message: group.code === 0 ? '' : orderErrorMessage(group.code),
  target: group.target && exitToApi(group.target),
  targets: (group.targets ?? []).map((each) => ({ ...exitToApi(each), quantity: each.quantity })),
  stop: group.stop && exitToApi(group.stop),
  isBreakEven: group.isBreakEven ?? false,
  isTrailing: group.isTrailing ?? false,
  timeExit: group.timeExitMs === undefined ? null : timeOf(group.timeExitMs),
  orders: group.orders.map(({ orderId, role, symbol, side, quantity, filled, isOpen }) => ({
    orderId,
    role,
    symbol,
    side,
    quantity,
    filled,
    isOpen,
  })),
  waiting: group.waiting.map(({ symbol, side, type, quantity, priceE4, stopPriceE4 }) => ({
    symbol,
    side,
    type,
    quantity,
    price: priceOf(priceE4),
    stopPrice: priceOf(stopPriceE4),
  })),
  created: timeOf(group.createdMs),
  completed: group.completedMs === null ? null : timeOf(group.completedMs),
});
