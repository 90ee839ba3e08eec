import type { AccountOptions, ConnectionState, ToolPlatform } from '../../src/plugin-api/index.ts';

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

/** That the line to the order server is gone; null while it stands. Orders of an external broker go another way. */
export function connectionBlock(api: TradingApiState['api'], line: ConnectionState['status']): string | null {
  return api === 'External' || line === 'open'
    ? null
    : 'No connection to the order server: nothing can be sent now. The ticket stays as it is.';
}

/** Who stopped trading, and what to do about it; null while nobody did. */
export function haltText(options: Pick<AccountOptions, 'IsHalted' | 'HaltedBy'> | null): string | null {
  if (options === null || (!options.IsHalted && options.HaltedBy === null)) return null;
  switch (options.HaltedBy) {
    case 'Server':
      return 'Trading is stopped on the whole server.';
    case 'Account':
      return 'An administrator stopped trading on this account.';
    default:
      return 'You stopped trading on this account. Allow it again in Trade Manager.';
  }
}
