import type { Clock } from '../clock.ts';
import type { Repositories, UserRecord } from '../storage/repositories.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { PasswordChange, PasswordChangeResult, Principal } from './identity.ts';
import { isGoodNewPassword, MAX_PASSWORD_CHARS } from './new-password.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import type { SessionKeeper } from './session-keeper.ts';
import type { Throttle } from './throttle.ts';
import { isUsable } from './usable-user.ts';

export interface PasswordChangeDeps {
  readonly repositories: Repositories;
  readonly clock: Clock;
  readonly throttle: Throttle;
  readonly keeper: SessionKeeper;
}

/** Changes the password of the signed-in user and ends the user's other sessions. */
export async function changePassword(
  deps: PasswordChangeDeps,
  principal: Principal,
  change: PasswordChange,
): Promise<PasswordChangeResult> {
  const { repositories, clock, keeper } = deps;
  const user = await repositories.users.byId(principal.userId);
  if (!user) return 'UserNotFound';
  if (user.isDemo) return 'OtherError';
  if (user.isDisabled) return 'UserIsLocked';
  if (!isUsable(user, clock.hostMs())) return 'UserIsExpired';
  const problem = await passwordProblem(deps, user, change);
  if (problem) return problem;
  // Of two concurrent changes the second one fails here: the old password that it checked is no longer the stored one.
  const isReplaced = await repositories.users.replacePassword(
    user.userId,
    user.passwordHash,
    await hashPassword(change.newPassword),
  );
  if (!isReplaced) return 'OldPasswordInvalid';
  await repositories.resetLinks.removeOfUser(user.userId);
  await keeper.endOthers(user.userId, principal.sessionId);
  return 'Success';
}

async function passwordProblem(
  { throttle }: PasswordChangeDeps,
  { userName, passwordHash }: UserRecord,
  { oldPassword, newPassword, address }: PasswordChange,
): Promise<PasswordChangeResult | undefined> {
  // Throttled like a sign-in: a stolen session must not allow more guesses at the password.
  if ((await throttle.attempt(userName, address)) !== undefined) return 'OtherError';
  if (!(await verifyPassword(oldPassword.slice(0, MAX_PASSWORD_CHARS), passwordHash)))
    return 'OldPasswordInvalid';
  await throttle.succeeded(userName, address);
  const isGood =
    isGoodNewPassword(newPassword, { userName, oldPassword }) && !(await isCommonPassword(newPassword));
  return isGood ? undefined : 'NewPasswordInvalid';
}
