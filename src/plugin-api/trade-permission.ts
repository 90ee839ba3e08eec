import { OrderError, orderErrorMessage } from '../domain/orders/errors.ts';
import { kindOfSymbol, type Kind } from '../domain/risk/exposure.ts';
import { hasPermission, Permission } from '../domain/permissions.ts';
import type { SessionState, SymbolStore } from '../client/types.ts';
import type { ToolPermission } from './types.ts';

/** What trading a stock or an option requires: the permission bit of the risk checks, and the flag of a route. */
interface KindTraits {
  readonly permission: number;
  readonly errorCode: number;
  readonly routeFlag: 'Stock' | 'Option';
  readonly label: string;
}
const KINDS: Readonly<Record<Kind, KindTraits>> = {
  Stock: {
    permission: Permission.Stocks,
    errorCode: OrderError.NoEquityPermission,
    routeFlag: 'Stock',
    label: 'stocks',
  },
  Option: {
    permission: Permission.OptionChain,
    errorCode: OrderError.NoOptionPermission,
    routeFlag: 'Option',
    label: 'options',
  },
  Future: {
    permission: Permission.FuturesDome,
    errorCode: OrderError.NoFuturesPermission,
    routeFlag: 'Stock',
    label: 'futures',
  },
};

/** The tool permission of order tools: any bit with which the server accepts orders and cancels. */
export const TRADE_PERMISSION: ToolPermission = { anyOf: [Permission.Stocks, Permission.OptionChain] };

const NO_DEMO_TRADING =
  'Trading is not supported during Demo Session. Consider subscribing to enable trading.';

/** Whether an order may be sent now; if not, the reason to show. */
export type TradeVerdict = { readonly ok: true } | { readonly ok: false; readonly message: string };

const refused = (message: string): TradeVerdict => ({ ok: false, message });

/** True when the permission bits satisfy what a tool declares. */
export function meetsPermission(mask: number, permission: ToolPermission): boolean {
  if (permission === null) return true;
  if (typeof permission === 'number') return hasPermission(mask, permission);
  return permission.anyOf.some((bits) => hasPermission(mask, bits));
}

/** Whether the user may trade anything at all: no demo, and a permission bit for stocks or options. */
export function tradeVerdict({
  isDemo,
  permissionMask,
}: Pick<SessionState, 'isDemo' | 'permissionMask'>): TradeVerdict {
  if (isDemo) return refused(NO_DEMO_TRADING);
  return meetsPermission(permissionMask, TRADE_PERMISSION)
    ? { ok: true }
    : refused(orderErrorMessage(OrderError.NotPermitted));
}

/**
 * Whether the user may trade this symbol: the one rule behind every button, menu, key and command that offers a trade.
 * While a symbol or its routes are not loaded, only a missing permission bit refuses.
 */
export function symbolTradeVerdict(
  symbol: string,
  session: Pick<SessionState, 'isDemo' | 'permissionMask' | 'routes'>,
  symbols: Pick<SymbolStore, 'get'>,
): TradeVerdict {
  if (session.isDemo) return refused(NO_DEMO_TRADING);
  if (symbol.startsWith('$') || symbol.startsWith('~'))
    return refused(`${symbol} can't be traded: it is an index.`);
  const { permission, errorCode, routeFlag, label } = KINDS[kindOfSymbol(symbol)];
  if (!hasPermission(session.permissionMask, permission)) return refused(orderErrorMessage(errorCode));
  if (symbols.get(symbol)?.state === 'unknown')
    return refused(`${symbol} can't be traded: there is no such symbol.`);
  const { routes } = session;
  if (routes.length > 0 && !routes.some((route) => route[routeFlag]))
    return refused(`${symbol} can't be traded: your account has no route for ${label}.`);
  return { ok: true };
}
