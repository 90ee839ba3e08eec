import { err, ok, type Result } from '../../domain/assert/assert.ts';
import type { Clock } from '../clock.ts';
import type { Repositories, UserRecord } from '../storage/repositories.ts';
import { TooBusyError, verifyPassword } from './passwords.ts';
import type { Throttle } from './throttle.ts';
import { isUsable } from './usable-user.ts';

const BUSY_RETRY_SECONDS = 5;

/** Why a signed-in user's password did not permit a change. */
export type PasswordRefusal =
  | { readonly reason: 'demo' | 'password' | 'failed' }
  | { readonly reason: 'wait'; readonly retryAfterSeconds: number };

export interface PasswordCheckDeps {
  readonly repositories: Repositories;
  readonly clock: Clock;
  readonly throttle: Throttle;
  readonly log: (line: string) => void;
}

/** The user of a request and the password that came with it. */
export interface GivenPassword {
  readonly userId: string;
  readonly password: string;
  readonly address: string;
}

/** Checks the password of a signed-in user. Throttled like a sign-in: a stolen session must not allow more guesses. */
export async function checkPassword(
  { repositories, clock, throttle }: PasswordCheckDeps,
  { userId, password, address }: GivenPassword,
): Promise<Result<UserRecord, PasswordRefusal>> {
  const user = await repositories.users.byId(userId);
  if (user?.isDemo) return err({ reason: 'demo' });
  if (!user || !isUsable(user, clock.hostMs())) return err({ reason: 'failed' });
  const retryAfterSeconds = await throttle.attempt(user.userName, address);
  if (retryAfterSeconds !== undefined) return err({ reason: 'wait', retryAfterSeconds });
  if (!(await verifyPassword(password, user.passwordHash))) return err({ reason: 'password' });
  await throttle.succeeded(user.userName, address);
  return ok(user);
}

/** Runs `work`; an error becomes a refusal, and one that is not the load of the server is logged after `failure`. */
export async function withRefusals<Value, Refusal>(
  log: (line: string) => void,
  failure: string,
  work: () => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal | PasswordRefusal>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TooBusyError) return err({ reason: 'wait', retryAfterSeconds: BUSY_RETRY_SECONDS });
    log(`${failure}: ${error instanceof Error ? error.message : String(error)}`);
    return err({ reason: 'failed' });
  }
}
