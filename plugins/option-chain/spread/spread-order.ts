import { translateOrderMessage } from '../../../src/domain/orders/errors.ts';
import { ORDER_STATUSES } from '../../../src/domain/orders/order-statuses.ts';
import { MAX_ORDER_QUANTITY } from '../../../src/domain/orders/validate.ts';
import type { CombinationName } from '../../../src/domain/orders/combination-name.ts';
import { formatExchangeTime } from '../../../src/domain/columns/format.ts';
import { formatInteger, formatPrice } from '../../../src/plugin-api/index.ts';
import type {
  AccountOptions,
  ConnectionState,
  OrderTicket,
  RoutePermission,
  ToolPlatform,
  WireOrder,
} from '../../../src/plugin-api/index.ts';
import { priceProblem, quantityProblem, type NetEffect, type SpreadDraft } from './spread-draft.ts';
import type { StoredLeg } from './spread-schema.ts';
import { requestOf } from './spread-state.ts';
import { limitText } from './net-price.ts';
import { unitsText } from './unit-names.ts';

/** What an order of a spread is made of. */
export interface SpreadOrderParts {
  readonly underlying: string;
  readonly legs: readonly StoredLeg[];
  readonly quantity: number | null;
  readonly draft: SpreadDraft;
  /** The chosen effect, or that of the market. */
  readonly effect: NetEffect;
  readonly routes: readonly RoutePermission[];
}

/** Where orders go that no permission names a route for. */
const DEFAULT_ROUTE = { destination: 'SMART', route: 'AUTO' };

/** The first route for options, as the account's permissions have them. */
function routeOf(routes: readonly RoutePermission[]): typeof DEFAULT_ROUTE {
  for (const { Destination, Routes, Option } of routes) {
    const [route] = Routes;
    if (Option === true && route !== undefined) return { destination: Destination, route };
  }
  return DEFAULT_ROUTE;
}

/** The order of a spread; null while quantity or price cannot be sent. A debit is a purchase, a credit a sale of the unit. */
export function spreadOrder({
  underlying,
  legs,
  quantity,
  draft,
  effect,
  routes,
}: SpreadOrderParts): OrderTicket | null {
  const { type, tif, price } = draft;
  if (quantity === null || quantityProblem(quantity, MAX_ORDER_QUANTITY) !== null) return null;
  if (type === 'Limit' && priceProblem(price) !== null) return null;
  return {
    symbol: underlying,
    side: effect === 'Debit' ? 'Buy' : 'Sell',
    quantity,
    type,
    price: type === 'Limit' ? price : null,
    tif,
    ...routeOf(routes),
    legs: legs.map(requestOf),
  };
}

/** Label of the send button: `Send 2 verticals at 1.25 debit`. */
export function sendText(
  name: CombinationName,
  { quantity, draft, effect }: Pick<SpreadOrderParts, 'quantity' | 'draft' | 'effect'>,
): string {
  const isQuantity = quantityProblem(quantity, MAX_ORDER_QUANTITY) === null;
  const command = `Send ${unitsText(name, isQuantity ? quantity : null)}`;
  if (draft.type === 'Market') return `${command} at market`;
  if (draft.price === null || priceProblem(draft.price) !== null) return command;
  return `${command} at ${limitText({ price: draft.price, effect })}`;
}

/** What decides whether a spread may be sent at all. */
export interface SendFacts {
  readonly underlying: string;
  readonly legs: readonly StoredLeg[];
  readonly canTrade: ToolPlatform['canTrade'];
  readonly tradingApi: Pick<
    ReturnType<ToolPlatform['tradingApi']['get']>,
    'api' | 'name' | 'login' | 'tradingAccount'
  >;
  readonly account: string | null;
  readonly options: Pick<AccountOptions, 'IsHalted' | 'HaltedBy'> | null;
  readonly line: ConnectionState['status'];
}

/** The text of the specification (tools.md §8), as it is there. */
const NOT_CONFIGURED = 'Trading account in not configured';

function externalBlock({ name, login, tradingAccount }: SendFacts['tradingApi']): string | null {
  if (tradingAccount === null) return NOT_CONFIGURED;
  return login === 'LoggedIn' ? null : `${name} account ${tradingAccount} is not logged in`;
}

/** Why no spread can be sent now; null when one can. */
export function sendBlock(facts: SendFacts): string | null {
  const { underlying, legs, canTrade, tradingApi, account, options, line } = facts;
  const symbols = legs.length === 0 ? [underlying] : legs.map(({ Symbol }) => Symbol);
  for (const symbol of symbols) {
    const verdict = canTrade(symbol);
    if (!verdict.ok) return verdict.message;
  }
  // The broker's own account, connection and trading halts decide there, not those of the order server.
  if (tradingApi.api === 'External') return externalBlock(tradingApi);
  if (account === null) return NOT_CONFIGURED;
  if (options !== null && (options.IsHalted || options.HaltedBy !== null))
    return 'Trading is stopped on this account. Trade Manager shows by whom.';
  return line === 'open' ? null : 'No connection to the order server. The legs are kept.';
}

/** The account that a spread goes to, as the builder names it; empty while there is none. */
export function accountText({
  account,
  isLive,
  tradingApi,
}: Pick<SendFacts, 'account' | 'tradingApi'> & { readonly isLive: boolean }): string {
  if (tradingApi.api === 'External')
    return tradingApi.tradingAccount === null
      ? ''
      : `${tradingApi.name} account ${tradingApi.tradingAccount}`;
  return account === null ? '' : `${isLive ? 'LIVE' : 'Paper'} account ${account}`;
}

/** Status of a sent spread with its exchange time: `Executed Multileg: 2 of 2 filled at 1.20, 13:32:07`. */
export function statusText(
  order: Pick<WireOrder, 'Status' | 'Fill' | 'Quantity' | 'AveragePrice' | 'Description' | 'Timestamp'>,
): string {
  const { Status, Fill, Quantity, AveragePrice, Description, Timestamp } = order;
  const fill =
    Fill > 0
      ? `${formatInteger(Fill)} of ${formatInteger(Quantity)} filled at ${formatPrice(AveragePrice)}`
      : '';
  const reason = Fill > 0 ? '' : translateOrderMessage(Description);
  const details = [fill, reason].filter((part) => part !== '').join(', ');
  const status = ORDER_STATUSES[Status].label;
  return `${details === '' ? status : `${status}: ${details}`}, ${formatExchangeTime(Timestamp)}`;
}
