import { HttpRefusal } from '../http-kit/http-refusal.ts';
import type { Identity } from '../identity/identity.ts';

/** Throws a 404 unless the user holds the account. For all other users an existing account is indistinguishable from an unknown one. */
export async function requireOwnAccount(
  identity: Pick<Identity, 'accountsOf'>,
  userId: string,
  account: string,
): Promise<void> {
  const isOwn = (await identity.accountsOf(userId)).some((held) => held.account === account);
  if (!isOwn) throw new HttpRefusal(404, `You have no account ${account}.`);
}
