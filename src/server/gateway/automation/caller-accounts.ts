import type { ApiCaller } from '../../automation/api-keys.ts';
import type { AccountRecord } from '../../storage/repositories.ts';
import { ApiRefusal } from './api-refusal.ts';

/** The account that a call names, or else the default account of the key, or its only one. Throws the refusal of any other. */
export function accountOfCall({ accounts }: ApiCaller, name: string | undefined): AccountRecord {
  const found =
    name === undefined
      ? (accounts.find(({ isDefault }) => isDefault) ?? (accounts.length === 1 ? accounts[0] : undefined))
      : accounts.find(({ account }) => account === name);
  if (found?.isLocked)
    throw new ApiRefusal(
      403,
      'not_permitted',
      `The account ${found.account} is locked by the administrator.`,
    );
  if (found) return found;
  // For all other users an existing account is indistinguishable from an unknown one.
  if (name !== undefined)
    throw new ApiRefusal(
      404,
      'unknown_account',
      `The key opens no account ${name}. GET /api/v1/accounts lists them.`,
    );
  throw new ApiRefusal(
    400,
    'invalid_request',
    'account: the key has no default account; name one of GET /api/v1/accounts.',
  );
}

/** As `accountOfCall`, for a call that changes orders. Throws the refusal of a key that lacks the scope of the account. */
export function tradingAccountOfCall(caller: ApiCaller, name: string | undefined): AccountRecord {
  const account = accountOfCall(caller, name);
  const scope = account.isLive ? 'live' : 'paper';
  if (!caller.scopes.includes(scope))
    throw new ApiRefusal(
      403,
      'missing_scope',
      `The key has no scope ${scope}, which orders of the account ${account.account} need.`,
    );
  return account;
}
