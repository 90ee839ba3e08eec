import { fromE4 } from '../../../domain/money/price.ts';
import { OrderError, orderErrorMessage, refusalText } from '../../../domain/orders/errors.ts';
import type {
  ExitPrice,
  ExitTerms,
  GroupKind,
  GroupRequest,
  TargetTerms,
} from '../../../domain/orders/groups/types.ts';
import type { Body } from '../../../protocol/index.ts';
import type { GroupOutcome, GroupView } from '../../brokerage/brokerage.ts';
import { e4FromWire, orderFromWire } from './brokerage.ts';
import { distanceToWire, requestedFromWire } from './group-distances.ts';
import { waitsFromWire, waitsToWire } from './group-waits.ts';

type GroupBody = Body<'orderGroups'>['Items'][number];
type ExitBody = NonNullable<Body<'orderGroupSend'>['Target']>;

type TargetBody = NonNullable<Body<'orderGroupSend'>['Targets']>[number];

interface Sender {
  readonly account: string;
  readonly userId: string;
}

/** A group from its wire body. Account and user are those of the verified session. */
export function groupFromWire(
  { ClientId, Kind, Orders, Target, Targets, Stop, BreakEven, Atr, ...waits }: Body<'orderGroupSend'>,
  sender: Sender,
): GroupRequest {
  return {
    ...sender,
    clientId: ClientId,
    kind: Kind,
    symbol: Orders[0]?.Symbol ?? null,
    orders: Orders.map((order) => orderFromWire(order, sender)),
    target: exitFromWire(Target),
    stop: exitFromWire(Stop),
    ...(Targets && { targets: Targets.map(targetFromWire) }),
    ...(BreakEven && { isBreakEven: true }),
    ...(Atr && { atr: { period: Atr.Period, bars: Atr.Bars, valueE4: 0 } }),
    ...waitsFromWire(waits),
  };
}

/** A request that ends what is open in a symbol or in the account. */
export const endingFromWire = (
  kind: Extract<GroupKind, 'Flatten' | 'CancelAll'>,
  { ClientId, Symbol }: Body<'flatten'>,
  sender: Sender,
): GroupRequest => ({
  ...sender,
  clientId: ClientId,
  kind,
  symbol: Symbol ?? null,
  orders: [],
  target: null,
  stop: null,
});

/** The price that an exit is changed to. */
export const exitPriceFromWire = ({
  Basis,
  Amount,
}: Pick<Body<'orderGroupChange'>, 'Basis' | 'Amount'>): ExitPrice => ({
  basis: Basis,
  amountE4: e4FromWire(Amount),
});

const exitFromWire = (exit: ExitBody | undefined): ExitTerms | null =>
  exit === undefined ? null : { ...requestedFromWire(exit), tif: exit.TifType };

const targetFromWire = ({ Basis, Amount, TifType, Quantity }: TargetBody): TargetTerms => ({
  ...requestedFromWire({ Basis, Amount }),
  tif: TifType,
  quantity: Quantity,
});

/** The answer to a request about groups. */
export function groupResultToWire(
  account: string,
  clientId: string,
  outcome: GroupOutcome,
): Body<'orderGroupResult'> {
  const answer = { Account: account, ClientId: clientId };
  if ('groupId' in outcome)
    return {
      ...answer,
      ErrorCode: OrderError.Ok,
      Message: orderErrorMessage(OrderError.Ok),
      GroupId: outcome.groupId,
    };
  const { code, detail } = outcome;
  return { ...answer, ErrorCode: code, Message: refusalText(code, detail) };
}

/** A group with prices in dollars. */
export function groupToWire(group: GroupView): GroupBody {
  const { symbol, code, target, targets, stop, atr } = group;
  return {
    GroupId: group.groupId,
    ClientId: group.clientId,
    Account: group.account,
    UserId: group.userId,
    Kind: group.kind,
    ...(symbol === null ? {} : { Symbol: symbol }),
    State: group.state,
    ...(code === 0 ? {} : { ErrorCode: code, Message: orderErrorMessage(code) }),
    ...(target && { Target: exitToWire(target) }),
    ...(targets && {
      Targets: targets.map((terms) => ({ ...exitToWire(terms), Quantity: terms.quantity })),
    }),
    ...(stop && { Stop: exitToWire(stop) }),
    ...(group.isBreakEven && { BreakEven: true }),
    ...(atr && { Atr: { Period: atr.period, Bars: atr.bars, Value: fromE4(atr.valueE4) } }),
    ...waitsToWire(group),
    Orders: group.orders.map((order) => ({
      OrderId: order.orderId,
      Role: order.role,
      ...(targets && order.role === 'Target' && { Index: order.index }),
      Symbol: order.symbol,
      Side: order.side,
      Quantity: order.quantity,
      Fill: order.filled,
      IsOpen: order.isOpen,
      ...(order.code === 0 ? {} : { ErrorCode: order.code }),
    })),
    Waiting: group.waiting.map((order) => ({
      Symbol: order.symbol,
      Side: order.side,
      Type: order.type,
      Quantity: order.quantity,
      Price: fromE4(order.priceE4),
      StopPrice: fromE4(order.stopPriceE4),
    })),
    Timestamp: group.createdMs,
    TimeCompleted: group.completedMs,
  };
}

/** Brackets are accepted with exits that are good for the day or until cancelled only. */
const exitToWire = ({ tif, ...price }: ExitTerms): NonNullable<GroupBody['Target']> => ({
  ...distanceToWire(price),
  TifType: tif === 'GoodTillCancel' ? 'GoodTillCancel' : 'Day',
});
