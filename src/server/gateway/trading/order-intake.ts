import { hasPermission, Permission } from '../../../domain/permissions.ts';
import { isOptionSymbol } from '../../../domain/symbols/symbol.ts';
import { encode, type Body, type Message } from '../../../protocol/index.ts';
import type { Report } from '../../brokerage/brokerage.ts';
import { isOfferedRoute } from '../../brokerage/routes.ts';
import {
  exerciseToWire,
  optionsToWire,
  orderFromWire,
  previewToWire,
  reportToWire,
  type OrderSendBody,
} from '../../brokerage/wire.ts';
import type { Principal } from '../../identity/identity.ts';
import type { GatewayDeps } from '../deps.ts';
import type { FeedWitness } from './account-feed.ts';
import { NO_ACCOUNT, NO_TRADING_IN_DEMO, NOT_LOGGED_IN, type Refusal } from '../../refusals.ts';
import {
  JOURNAL_FAILED,
  MAX_ORDERS_UNDER_WAY,
  NO_OPTION_PERMISSION,
  SERVER_FAILED,
  TOO_MANY_CHANGES,
  TOO_MANY_UNDER_WAY,
  TRADING_NOT_PERMITTED,
  UNKNOWN_ROUTE,
  WRONG_MESSAGE,
} from './refusals.ts';

/** Who sends, for which chosen account. */
export interface Trader {
  readonly principal: Principal;
  readonly account: string | undefined;
}

/** Messages about orders, which wait for nothing but the session messages before them. */
export type OrderRequestMessage = Extract<
  Message<'trading', 'toServer'>,
  {
    readonly name:
      | 'orderSend'
      | 'optionOrderSend'
      | 'orderReplace'
      | 'optionOrderReplace'
      | 'orderCancel'
      | 'orderPreview'
      | 'accountOptionsSet'
      | 'optionExercise';
  }
>;
export const isOrderRequest = (request: Message<'trading', 'toServer'>): request is OrderRequestMessage =>
  Object.hasOwn(REQUEST_T, request.name);

/** The account feed tells it what it has sent; serials only rise. */
export interface OrderIntake extends FeedWitness {
  /** Takes a message on behalf of the trader; answers come by themselves. */
  take(request: OrderRequestMessage, trader: Trader | undefined): void;
}

/**
 * Takes orders and what is asked about them from one connection to the brokerage. The account feed sends the reports as they become
 * durable; what the feed did not send (a repeated ClientId is answered with the reports it got the first time) is sent here.
 */
export function createOrderIntake(deps: GatewayDeps, send: (text: string) => void): OrderIntake {
  let underWay = 0;
  let lastFedSerial = 0;
  let optionsFed = 0;

  const refuse = (refusal: Refusal, requestT: number, clientId: string | undefined): void =>
    send(failureOf(refusal, requestT, clientId));

  /** Does the work and counts it; a failure of ours is answered as one. */
  const run = async (
    requestT: number,
    clientId: string | undefined,
    work: () => Promise<void>,
  ): Promise<void> => {
    underWay += 1;
    try {
      await work();
    } catch (error) {
      deps.logger.error({ err: error, clientId }, 'the brokerage could not take a request');
      refuse(SERVER_FAILED, requestT, clientId);
    } finally {
      underWay -= 1;
    }
  };

  const report = async (work: () => Promise<readonly Report[]>): Promise<void> => {
    const fedBefore = lastFedSerial;
    for (const told of await work()) {
      // What became durable meanwhile the feed has told, under whatever ClientId.
      if (told.serial > fedBefore && told.serial <= lastFedSerial) continue;
      send(encode('executionReport', reportToWire(told)));
    }
  };

  const refusalOf = (trader: Trader, account: string): Refusal | undefined => {
    if (trader.principal.isDemo) return NO_TRADING_IN_DEMO;
    if (trader.account === undefined) return NOT_LOGGED_IN;
    if (account !== trader.account) return NO_ACCOUNT;
    return underWay >= MAX_ORDERS_UNDER_WAY ? TOO_MANY_UNDER_WAY : undefined;
  };

  const take = (request: OrderRequestMessage, trader: Trader | undefined): void => {
    if (!trader) return refuse(NOT_LOGGED_IN, REQUEST_T[request.name], clientIdOf(request));
    const { principal } = trader;
    const requestT = REQUEST_T[request.name];
    const clientId = clientIdOf(request);
    const account = request.name === 'orderPreview' ? request.body.Order.Account : request.body.Account;
    const refusal = refusalOf(trader, account) ?? permissionRefusal(request, principal);
    if (refusal) return refuse(refusal, requestT, clientId);
    const who = { account, userId: principal.userId };
    const { brokerage } = deps;
    switch (request.name) {
      case 'orderSend':
      case 'optionOrderSend':
        return void run(requestT, clientId, () =>
          report(() => brokerage.submit(orderFromWire(request.body, who))),
        );
      case 'orderReplace':
      case 'optionOrderReplace': {
        const { OriginalClientId: originalClientId, Timestamp: sentMs } = request.body;
        return void run(requestT, clientId, () =>
          report(() =>
            brokerage.replace({ order: orderFromWire(request.body, who), originalClientId, sentMs }),
          ),
        );
      }
      case 'orderCancel': {
        const { OrderId: orderId, ClientId } = request.body;
        return void run(requestT, clientId, () =>
          report(() => brokerage.cancel({ ...who, orderId, clientId: ClientId })),
        );
      }
      case 'orderPreview':
        return void run(requestT, undefined, async () => {
          const { Id, Order } = request.body;
          send(
            encode(
              'orderPreviewResult',
              previewToWire(Id, await brokerage.preview(orderFromWire(Order, who), Order.OriginalClientId)),
            ),
          );
        });
      case 'optionExercise':
        return void run(requestT, clientId, async () => {
          const { Symbol: symbol, ClientId, Contracts: contracts } = request.body;
          const outcome = await brokerage.exercise({ ...who, clientId: ClientId, symbol, contracts });
          send(encode('optionExerciseResult', exerciseToWire(account, ClientId, outcome)));
        });
      case 'accountOptionsSet':
        return void run(requestT, undefined, async () => {
          const { CancelOnDisconnect: cancelOnDisconnect, IsHalted: isHalted } = request.body;
          const fedBefore = optionsFed;
          const options = await brokerage.setAccountOptions({ ...who, cancelOnDisconnect, isHalted });
          if (options === 'too-often') return refuse(TOO_MANY_CHANGES, requestT, undefined);
          if (!options) return refuse(JOURNAL_FAILED, requestT, undefined);
          // The feed tells what changed; who changed nothing is told how things stand.
          if (optionsFed === fedBefore) send(encode('accountOptions', optionsToWire(options)));
        });
    }
  };

  return {
    take,
    reportSent(serial) {
      lastFedSerial = serial;
    },
    optionsSent() {
      optionsFed += 1;
    },
  };
}

const failureOf = (refusal: Refusal, requestT: number, clientId: string | undefined): string =>
  encode('failure', {
    Message: refusal.message,
    ErrorCode: refusal.code,
    RequestT: requestT,
    ClientId: clientId,
  });

const REQUEST_T: Readonly<Record<OrderRequestMessage['name'], number>> = {
  orderSend: 20,
  orderCancel: 21,
  orderReplace: 22,
  optionOrderSend: 23,
  optionOrderReplace: 24,
  orderPreview: 25,
  accountOptionsSet: 26,
  optionExercise: 34,
};

/** Names the request in its answer. */
export const clientIdOf = ({ body }: Message<'trading', 'toServer'>): string | undefined =>
  'ClientId' in body ? body.ClientId : undefined;

type OrderBody = OrderSendBody | Body<'orderPreview'>['Order'];

function orderBodyOf(request: OrderRequestMessage): OrderBody | undefined {
  switch (request.name) {
    case 'orderCancel':
    case 'accountOptionsSet':
    case 'optionExercise':
      return undefined;
    case 'orderPreview':
      return request.body.Order;
    case 'orderSend':
    case 'optionOrderSend':
    case 'orderReplace':
    case 'optionOrderReplace':
      return request.body;
  }
}

/** Options have messages of their own; a preview is of either. Undefined = either. */
function isOptionMessage({ name }: OrderRequestMessage): boolean | undefined {
  return name === 'orderPreview' ? undefined : name === 'optionOrderSend' || name === 'optionOrderReplace';
}

/** Trades anything at all. */
const mayTrade = ({ permissionMask }: Principal): boolean =>
  hasPermission(permissionMask, Permission.Stocks) || hasPermission(permissionMask, Permission.OptionChain);

/** Why the user may not send this, by the permissions of the session. */
function permissionRefusal(request: OrderRequestMessage, principal: Principal): Refusal | undefined {
  const order = orderBodyOf(request);
  if (order) return orderRefusal(order, isOptionMessage(request), principal);
  if (!mayTrade(principal)) return TRADING_NOT_PERMITTED;
  return request.name === 'optionExercise' && !hasPermission(principal.permissionMask, Permission.OptionChain)
    ? NO_OPTION_PERMISSION
    : undefined;
}

function orderRefusal(
  body: OrderBody,
  isOption: boolean | undefined,
  { permissionMask, userId }: Principal,
): Refusal | undefined {
  const isOfOption = body.Legs !== undefined || isOptionSymbol(body.Symbol);
  if (!hasPermission(permissionMask, Permission.Stocks) && !isOfOption) return TRADING_NOT_PERMITTED;
  if (!hasPermission(permissionMask, Permission.OptionChain) && isOfOption) return NO_OPTION_PERMISSION;
  if (body.UserId !== userId) return NO_ACCOUNT;
  if (isOption !== undefined && isOption !== isOfOption) return WRONG_MESSAGE;
  return isOfferedRoute(body.Destination, body.Route) ? undefined : UNKNOWN_ROUTE;
}
