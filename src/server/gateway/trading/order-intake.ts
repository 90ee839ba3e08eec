import { hasPermission, Permission } from '../../../domain/permissions.ts';
import { catalogue, encode, type Message } from '../../../protocol/index.ts';
import type { Brokerage, Report } from '../../brokerage/brokerage.ts';
import type { OrderRequestKind } from '../../brokerage/observed-orders.ts';
import {
  exerciseToWire,
  optionsToWire,
  orderFromWire,
  previewToWire,
  reportToWire,
} from '../translate/brokerage.ts';
import { groupResultToWire } from '../translate/order-groups.ts';
import { guardsFromWire, guardsRefusalText, guardsToWire } from '../translate/guards.ts';
import { runForSession } from '../../request-context.ts';
import type { Principal } from '../../identity/identity.ts';
import type { GatewayDeps } from '../deps.ts';
import type { FeedWitness } from './account-feed.ts';
import { groupAnswer, type GroupRequestMessage } from './group-requests.ts';
import { NO_ACCOUNT, NO_TRADING_IN_DEMO, NOT_LOGGED_IN, type Refusal } from '../../refusals.ts';
import { mayTrade, orderRefusal, type OrderBody } from './order-permissions.ts';
import {
  guardsRefused,
  JOURNAL_FAILED,
  MAX_ORDERS_UNDER_WAY,
  NO_OPTION_PERMISSION,
  SERVER_FAILED,
  SERVER_RESTARTS,
  TOO_MANY_CHANGES,
  TOO_MANY_UNDER_WAY,
  TRADING_NOT_PERMITTED,
} from './refusals.ts';

/** The user who sends a request, and the account chosen on the connection. */
export interface Trader {
  readonly principal: Principal;
  readonly account: string | undefined;
}

type OrderIntakeDeps = Pick<GatewayDeps, 'brokerage' | 'logger' | 'drain' | 'observer'>;
type TradingRequest = Message<'trading', 'toServer'>;
type RequestOf<Name extends TradingRequest['name']> = Extract<TradingRequest, { readonly name: Name }>;

/** The account and the user that a request is for. */
interface Sender {
  readonly account: string;
  readonly userId: string;
}

type OrderHandler<Name extends TradingRequest['name']> = (
  intake: OrderIntake,
  request: RequestOf<Name>,
  sender: Sender,
) => Promise<void>;

/**
 * Passes orders and requests about orders from one connection to the brokerage. The account feed sends the reports as they
 * become durable; reports that the feed did not send are sent here (a repeated ClientId is answered with its first reports).
 */
export class OrderIntake implements FeedWitness {
  static readonly #submit = (
    intake: OrderIntake,
    { body }: RequestOf<'orderSend' | 'optionOrderSend'>,
    sender: Sender,
  ): Promise<void> => intake.#report(() => intake.#brokerage.submit(orderFromWire(body, sender)));
  static readonly #replace = (
    intake: OrderIntake,
    { body }: RequestOf<'orderReplace' | 'optionOrderReplace'>,
    sender: Sender,
  ): Promise<void> => {
    const { OriginalClientId: originalClientId, Timestamp: sentMs } = body;
    const order = orderFromWire(body, sender);
    return intake.#report(() => intake.#brokerage.replace({ order, originalClientId, sentMs }));
  };

  static readonly #group = async (
    intake: OrderIntake,
    request: GroupRequestMessage,
    sender: Sender,
  ): Promise<void> => intake.#send(await groupAnswer(intake.#brokerage, request, sender));

  /** The requests about orders, which wait only for the session messages before them. */
  static readonly handlers = {
    orderSend: OrderIntake.#submit,
    optionOrderSend: OrderIntake.#submit,
    orderReplace: OrderIntake.#replace,
    optionOrderReplace: OrderIntake.#replace,
    orderCancel: (intake, { body }, sender) =>
      intake.#report(() =>
        intake.#brokerage.cancel({ ...sender, orderId: body.OrderId, clientId: body.ClientId }),
      ),
    orderPreview: async (intake, { body: { Id, Order } }, sender) => {
      const preview = await intake.#brokerage.preview(orderFromWire(Order, sender), Order.OriginalClientId);
      intake.#send(encode('orderPreviewResult', previewToWire(Id, preview)));
    },
    optionExercise: async (intake, { body }, sender) => {
      const { Symbol: symbol, ClientId: clientId, Contracts: contracts } = body;
      const outcome = await intake.#brokerage.exercise({ ...sender, clientId, symbol, contracts });
      intake.#send(encode('optionExerciseResult', exerciseToWire(sender.account, clientId, outcome)));
    },
    orderGroupSend: OrderIntake.#group,
    orderGroupCancel: OrderIntake.#group,
    orderGroupChange: OrderIntake.#group,
    orderGroupTermsChange: OrderIntake.#group,
    flatten: OrderIntake.#group,
    positionReverse: async (intake, { body: { ClientId, Symbol: symbol } }, sender) => {
      const outcome = await intake.#brokerage.reversePosition({ ...sender, clientId: ClientId, symbol });
      intake.#send(encode('orderGroupResult', groupResultToWire(sender.account, ClientId, outcome)));
    },
    orderCancelAll: OrderIntake.#group,
    accountOptionsSet: (intake, request, sender) => intake.#setOptions(request, sender),
    accountGuardsSet: (intake, request, sender) => intake.#setGuards(request, sender),
  } satisfies { readonly [Name in TradingRequest['name']]?: OrderHandler<Name> };

  readonly #deps: OrderIntakeDeps;
  readonly #send: (text: string) => void;
  #underWay = 0;
  /** Serial of the newest report that the account feed has sent; serials only rise. */
  #lastFedSerial = 0;
  #optionsFed = 0;

  constructor(deps: OrderIntakeDeps, send: (text: string) => void) {
    this.#deps = deps;
    this.#send = send;
  }

  /** Serves a request for the trader; the answers are sent when they are ready. */
  take(request: OrderRequestMessage, trader: Trader | undefined): void {
    if (!trader) return this.refuse(NOT_LOGGED_IN, request);
    const { principal } = trader;
    const account = request.name === 'orderPreview' ? request.body.Order.Account : request.body.Account;
    const refusal = this.#refusalOf(trader, account) ?? permissionRefusal(request, principal);
    if (refusal) return this.refuse(refusal, request);
    if (this.#deps.drain.isDraining && isNewOrder(request)) return this.refuse(SERVER_RESTARTS, request);
    const { sessionId, userId } = principal;
    this.#deps.drain.track(runForSession(sessionId, () => this.#serve(request, { account, userId })));
  }

  reportSent(serial: number): void {
    this.#lastFedSerial = serial;
  }

  optionsSent(): void {
    this.#optionsFed += 1;
  }

  get #brokerage(): Brokerage {
    return this.#deps.brokerage;
  }

  /** Counts the request as under way until it is answered; an unexpected error is answered with a refusal. */
  async #serve(request: OrderRequestMessage, sender: Sender): Promise<void> {
    // TypeScript does not relate the name to the request's type: the map's type pairs each name with its own request.
    const handle = OrderIntake.handlers[request.name] as (
      intake: OrderIntake,
      request: OrderRequestMessage,
      sender: Sender,
    ) => Promise<void>;
    this.#underWay += 1;
    this.#deps.logger.debug(
      { request: request.name, clientId: clientIdOf(request), account: sender.account },
      'a request about orders',
    );
    try {
      await handle(this, request, sender);
    } catch (error) {
      this.#deps.logger.error(
        { err: error, clientId: clientIdOf(request) },
        'the brokerage could not take a request',
      );
      this.refuse(SERVER_FAILED, request);
    } finally {
      this.#underWay -= 1;
    }
  }

  async #report(work: () => Promise<readonly Report[]>): Promise<void> {
    const fedBefore = this.#lastFedSerial;
    for (const report of await work()) {
      // The feed has sent the reports that became durable meanwhile, whatever their ClientId.
      if (report.serial > fedBefore && report.serial <= this.#lastFedSerial) continue;
      this.#send(encode('executionReport', reportToWire(report)));
    }
  }

  async #setOptions(request: RequestOf<'accountOptionsSet'>, sender: Sender): Promise<void> {
    const { CancelOnDisconnect: cancelOnDisconnect, IsHalted: isHalted } = request.body;
    const fedBefore = this.#optionsFed;
    const options = await this.#brokerage.setAccountOptions({ ...sender, cancelOnDisconnect, isHalted });
    if (options === 'too-often') return this.refuse(TOO_MANY_CHANGES, request);
    if (!options) return this.refuse(JOURNAL_FAILED, request);
    // The feed sends changed options; a request that changes nothing is answered with the present ones.
    if (this.#optionsFed === fedBefore) this.#send(encode('accountOptions', optionsToWire(options)));
  }

  async #setGuards(request: RequestOf<'accountGuardsSet'>, sender: Sender): Promise<void> {
    const outcome = await this.#brokerage.setGuards(guardsFromWire(request.body, sender));
    if (!outcome) return this.refuse(JOURNAL_FAILED, request);
    if ('refusal' in outcome) return this.refuse(guardsRefused(guardsRefusalText(outcome.refusal)), request);
    this.#send(encode('accountGuards', guardsToWire(outcome.guards)));
  }

  #refusalOf(trader: Trader, account: string): Refusal | undefined {
    if (trader.principal.isDemo) return NO_TRADING_IN_DEMO;
    if (trader.account === undefined) return NOT_LOGGED_IN;
    if (account !== trader.account) return NO_ACCOUNT;
    return this.#underWay >= MAX_ORDERS_UNDER_WAY ? TOO_MANY_UNDER_WAY : undefined;
  }

  /** Answers a request that the brokerage is not given. */
  refuse({ message, code }: Refusal, request: OrderRequestMessage): void {
    const kind = KINDS[request.name];
    if (kind) this.#deps.observer?.orderRefused(kind, code);
    this.#send(
      encode('failure', {
        Message: message,
        ErrorCode: code,
        RequestT: catalogue[request.name].T,
        ClientId: clientIdOf(request),
      }),
    );
  }
}

/** How refusals of a request are counted; null for what changes no order. */
const KINDS: Readonly<Record<keyof typeof OrderIntake.handlers, OrderRequestKind | null>> = {
  orderSend: 'new',
  optionOrderSend: 'new',
  orderReplace: 'replace',
  optionOrderReplace: 'replace',
  orderCancel: 'cancel',
  optionExercise: 'exercise',
  orderGroupSend: 'new',
  orderGroupCancel: 'cancel',
  orderGroupChange: 'replace',
  orderGroupTermsChange: 'replace',
  flatten: 'new',
  positionReverse: 'new',
  orderCancelAll: 'cancel',
  orderPreview: null,
  accountOptionsSet: null,
  accountGuardsSet: null,
};

/** A request about orders. */
export type OrderRequestMessage = RequestOf<keyof typeof OrderIntake.handlers>;

/** Whether a request is about orders. */
export const isOrderRequest = (request: TradingRequest): request is OrderRequestMessage =>
  Object.hasOwn(OrderIntake.handlers, request.name);

/** The ClientId of a request, by which a refusal names it; undefined where the message has none. */
export const clientIdOf = ({ body }: Message<'trading', 'toServer'>): string | undefined =>
  'ClientId' in body ? body.ClientId : undefined;

/** Requests that add nothing to what the account has in the market: they are taken until the connections close. */
const ALWAYS_TAKEN: ReadonlySet<TradingRequest['name']> = new Set<TradingRequest['name']>([
  'orderCancel',
  'orderGroupCancel',
  'orderCancelAll',
  'orderPreview',
  'accountOptionsSet',
  'accountGuardsSet',
]);

const isNewOrder = ({ name }: OrderRequestMessage): boolean => !ALWAYS_TAKEN.has(name);

const WITHOUT_ORDERS = [
  'orderCancel',
  'orderGroupCancel',
  'orderGroupChange',
  'orderGroupTermsChange',
  'orderCancelAll',
  'flatten',
  'positionReverse',
  'accountOptionsSet',
  'accountGuardsSet',
  'optionExercise',
] as const satisfies readonly OrderRequestMessage['name'][];
type RequestWithoutOrders = RequestOf<(typeof WITHOUT_ORDERS)[number]>;
const isWithoutOrders = (request: OrderRequestMessage): request is RequestWithoutOrders =>
  WITHOUT_ORDERS.some((name) => name === request.name);

/** The orders that a request states. */
function orderBodiesOf(request: OrderRequestMessage): readonly OrderBody[] {
  if (isWithoutOrders(request)) return [];
  switch (request.name) {
    case 'orderGroupSend':
      return request.body.Orders;
    case 'orderPreview':
      return [request.body.Order];
    case 'orderSend':
    case 'optionOrderSend':
    case 'orderReplace':
    case 'optionOrderReplace':
      return [request.body];
  }
}

/** Whether the message is for option orders; undefined for those that take both kinds. */
function isOptionMessage({ name }: OrderRequestMessage): boolean | undefined {
  return name === 'orderPreview' || name === 'orderGroupSend'
    ? undefined
    : name === 'optionOrderSend' || name === 'optionOrderReplace';
}

/** The refusal of a request that the permissions of the session do not cover. */
function permissionRefusal(request: OrderRequestMessage, principal: Principal): Refusal | undefined {
  for (const order of orderBodiesOf(request)) {
    const refusal = orderRefusal(order, isOptionMessage(request), principal);
    if (refusal) return refusal;
  }
  if (!mayTrade(principal)) return TRADING_NOT_PERMITTED;
  return request.name === 'optionExercise' && !hasPermission(principal.permissionMask, Permission.OptionChain)
    ? NO_OPTION_PERMISSION
    : undefined;
}
