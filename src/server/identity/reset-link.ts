import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { err, ok, type Result } from '../../domain/assert/assert.ts';
import type { Repositories, UserRecord } from '../storage/repositories.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isGoodNewPassword, MAX_PASSWORD_CHARS } from './new-password.ts';
import { withRefusals, type PasswordCheckDeps, type PasswordRefusal } from './password-check.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import type { SessionKeeper } from './session-keeper.ts';
import { isUsable } from './usable-user.ts';

/** A reset link is valid for this long after it was made. */
export const RESET_LINK_MS = 60 * 60_000;
const TOKEN_BYTES = 32;

/** SHA-256 is enough: the token is random, so that nothing is gained by trying likely ones. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Makes the user's reset link, in place of an earlier one. Returns its token, which is stored nowhere. */
export async function makeResetLink(
  { resetLinks }: Pick<Repositories, 'resetLinks'>,
  userId: string,
  nowMs: number,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await resetLinks.replace({ userId, tokenHash: hashOf(token), expiresAtMs: nowMs + RESET_LINK_MS });
  return token;
}

/** Why no password was set. `link`: the token is unknown, used, replaced or over, or its user may not sign in. */
export type ResetRefusal = PasswordRefusal | { readonly reason: 'link' };

export interface ResetLinkUse {
  readonly token: string;
  /** Of the client. */
  readonly address: string;
}

export interface PasswordReset extends ResetLinkUse {
  readonly newPassword: string;
}

export interface PasswordResetDeps extends PasswordCheckDeps {
  readonly keeper: SessionKeeper;
}

/** The user (id) of a link that can still set a password. */
export const checkResetLink = (
  deps: PasswordCheckDeps,
  link: ResetLinkUse,
): Promise<Result<string, ResetRefusal>> =>
  withRefusals<string, ResetRefusal>(deps.log, 'A reset link could not be checked', async () => {
    const user = await userWithLink(deps, link);
    return user.ok ? ok(user.value.userId) : user;
  });

/** Sets a new password with the token of a reset link, revokes the user's API keys and ends all sessions of the user. Resolves with the user's id. */
export const resetPassword = (
  deps: PasswordResetDeps,
  reset: PasswordReset,
): Promise<Result<string, ResetRefusal>> =>
  withRefusals<string, ResetRefusal>(deps.log, 'A password could not be reset', () => useLink(deps, reset));

async function useLink(
  deps: PasswordResetDeps,
  { token, newPassword, address }: PasswordReset,
): Promise<Result<string, ResetRefusal>> {
  const { repositories, clock, keeper } = deps;
  const found = await userWithLink(deps, { token, address });
  if (!found.ok) return found;
  const user = found.value;
  if (!(await isGoodReset(user, newPassword))) return err({ reason: 'password' });
  const nowMs = clock.hostMs();
  const isSet = await repositories.resetLinks.use(hashOf(token), {
    nowMs,
    passwordHash: await hashPassword(newPassword),
    audit: {
      entryId: randomUUID(),
      atMs: nowMs,
      actor: `${user.userName} from ${address}`,
      command: 'set a password with a reset link',
      outcome: 'done',
    },
  });
  if (!isSet) return err({ reason: 'link' });
  await keeper.endAll(user.userId);
  return ok(user.userId);
}

/** The user of a link that is valid now. A wrong token counts as a failed sign-in from the address. */
async function userWithLink(
  deps: PasswordCheckDeps,
  { token, address }: ResetLinkUse,
): Promise<Result<UserRecord, ResetRefusal>> {
  const retryAfterSeconds = await deps.throttle.attempt(undefined, address);
  if (retryAfterSeconds !== undefined) return err({ reason: 'wait', retryAfterSeconds });
  const user = await userOf(deps, hashOf(token));
  if (!user) return err({ reason: 'link' });
  await deps.throttle.succeeded(undefined, address);
  return ok(user);
}

async function userOf(
  { repositories, clock }: PasswordCheckDeps,
  tokenHash: string,
): Promise<UserRecord | undefined> {
  const link = await repositories.resetLinks.byHash(tokenHash);
  const nowMs = clock.hostMs();
  if (!link || link.expiresAtMs <= nowMs) return undefined;
  const user = await repositories.users.byId(link.userId);
  return user && !user.isDemo && isUsable(user, nowMs) ? user : undefined;
}

/** The rules of a password change: the new password must also differ from the old one, which is known here as a hash only. */
async function isGoodReset({ userName, passwordHash }: UserRecord, newPassword: string): Promise<boolean> {
  if (
    newPassword.length > MAX_PASSWORD_CHARS ||
    !isGoodNewPassword(newPassword, { userName, oldPassword: '' })
  )
    return false;
  return !(await isCommonPassword(newPassword)) && !(await verifyPassword(newPassword, passwordHash));
}
