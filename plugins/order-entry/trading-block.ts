import { unsupportedTerms, type BrokerTerms } from '../../src/domain/orders/brokers.ts';
import { isSymbolForm, isUntradableSymbol } from '../../src/domain/symbols/symbol.ts';
import {
  missingInGroup,
  type AccountOptions,
  type ConnectionState,
  type GroupTicket,
  type ToolPlatform,
} from '../../src/plugin-api/index.ts';

type TradingApiState = ReturnType<ToolPlatform['tradingApi']['get']>;

/** The texts of the specification (tools.md §8), as they are there. */
const NOT_CONFIGURED = 'Trading account in not configured';

/** Why no order can go to the account that orders are for; null when one can. */
export function accountBlock(
  { api, name, login, tradingAccount }: Pick<TradingApiState, 'api' | 'name' | 'login' | 'tradingAccount'>,
  account: string | null,
): string | null {
  if (api === 'Own') return account === null ? NOT_CONFIGURED : null;
  if (tradingAccount === null) return NOT_CONFIGURED;
  return login === 'LoggedIn' ? null : `${name} account ${tradingAccount} is not logged in`;
}

/** Reports a lost connection to the order server; null while it is open. Orders of an external broker do not use it. */
export function connectionBlock(api: TradingApiState['api'], line: ConnectionState['status']): string | null {
  return api === 'External' || line === 'open'
    ? null
    : 'No connection to the order server. Nothing can be sent now; the ticket is kept.';
}

/** Who stopped trading, and what to do about it; null while trading is allowed. */
export function haltText(options: Pick<AccountOptions, 'IsHalted' | 'HaltedBy'> | null): string | null {
  if (options === null || (!options.IsHalted && options.HaltedBy === null)) return null;
  switch (options.HaltedBy) {
    case 'Server':
      return 'Trading is stopped on the whole server.';
    case 'Account':
      return 'An administrator stopped trading on this account.';
    case 'Holder':
    case null:
      return 'You stopped trading on this account. Allow it again in Trade Manager.';
  }
}

/** What decides whether a ticket can be sent at all. */
export interface BlockFacts {
  readonly symbol: string;
  readonly permission: ReturnType<ToolPlatform['canTrade']>;
  readonly tradingApi: TradingApiState;
  /** The terms that the order service may not take; null where no order is written, and for a replacement, which goes where its order is. */
  readonly terms: BrokerTerms | null;
  readonly account: string | null;
  readonly options: Pick<AccountOptions, 'IsHalted' | 'HaltedBy'> | null;
  readonly line: ConnectionState['status'];
  readonly instrument: 'loading' | 'live' | 'unknown';
  /** The order to replace is not open any more. */
  readonly isGone: boolean;
}

/** Why the user has no order in the symbol, now or later; null when the user may. */
function symbolBlock({ symbol, permission }: Pick<BlockFacts, 'symbol' | 'permission'>): string | null {
  if (isUntradableSymbol(symbol))
    return `${symbol} cannot be traded: symbols that start with $ or ~ are for information only.`;
  return permission.ok ? null : permission.message;
}

const NOT_FOUND = 'Symbol not found';

/** Why no order in the symbol can be put into a basket; null when one can. An order service that is away now may be there when the basket is sent. */
export const stageBlock = (facts: Pick<BlockFacts, 'symbol' | 'permission' | 'instrument'>): string | null =>
  symbolBlock(facts) ?? (isUnknown(facts) ? NOT_FOUND : null);

/** Why no order can be sent whatever the fields of the ticket say; null when one can. */
export function ticketBlock(facts: BlockFacts): string | null {
  const { tradingApi, terms, account, options, line, isGone } = facts;
  const block =
    symbolBlock(facts) ??
    accountBlock(tradingApi, account) ??
    haltText(options) ??
    connectionBlock(tradingApi.api, line);
  if (block !== null) return block;
  if (isUnknown(facts)) return NOT_FOUND;
  const unsupported = terms && unsupportedTerms(tradingApi.name, tradingApi.capabilities, terms);
  if (unsupported !== null) return unsupported;
  return isGone ? 'This order is not open any more: it cannot be replaced.' : null;
}

/** Why the order service does not take the group of a ticket, before it is sent; null when it does, and for an order without one. */
export function groupBlock(
  { capabilities }: Pick<TradingApiState, 'capabilities'>,
  group: GroupTicket | null,
): string | null {
  if (group === null) return null;
  const { groups } = capabilities.lacks;
  return groups === undefined ? missingInGroup(capabilities, group) : `${groups}.`;
}

/** A malformed symbol never loads. */
const isUnknown = ({ symbol, instrument }: Pick<BlockFacts, 'symbol' | 'instrument'>): boolean =>
  instrument === 'unknown' || (instrument === 'loading' && symbol !== '' && !isSymbolForm(symbol));
