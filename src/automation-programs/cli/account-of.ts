import type { Account } from '../../automation-client/index.ts';
import { usageError, type CommandContext } from './command.ts';

/** The named account, or the default one, or the only one of the key. Throws a CommandError when that is none. */
export async function accountOf(
  { client, signal }: CommandContext,
  named: string | undefined,
): Promise<Account> {
  const accounts = await client.accounts({ signal });
  const found =
    named === undefined
      ? (accounts.find(({ isDefault }) => isDefault) ?? (accounts.length === 1 ? accounts[0] : undefined))
      : accounts.find(({ account }) => account === named);
  if (found) return found;
  throw usageError(
    named === undefined
      ? 'The key has no default account: name one with --account.'
      : `The key opens no account ${named}: tapedeck accounts lists them.`,
  );
}
