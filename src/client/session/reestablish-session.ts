import { PROTOCOL_VERSION } from '../../protocol/index.ts';
import type { AccountSelection } from './account-selection.ts';
import { SESSION_ENDED_TEXT, UNREACHABLE_TEXT } from './failure-texts.ts';
import { STEP_LIMIT_MS, type IsCurrent, type SessionContext } from './session-context.ts';

/**
 * Continues the session on a new trading socket: with the token instead of the password, and with the same account.
 * @param isAuthenticated whether the server has signed in the session of the browser's cookie on this socket
 */
export async function reestablishSession(
  context: SessionContext,
  accounts: AccountSelection,
  isAuthenticated: boolean,
): Promise<void> {
  const { account } = context.get();
  if (context.token === null || account === null) return;
  const isCurrent = context.begin();
  const cookieUserId = await cookieSession(context, isCurrent, isAuthenticated);
  if (!isCurrent()) return;
  const outcome = await resumeToken(context, isCurrent, cookieUserId);
  if (!isCurrent() || outcome === 'not-sent') return;
  if (outcome === 'silent') return context.replaceSilentSocket();
  if (outcome === 'over') return context.end('logged-out', SESSION_ENDED_TEXT);
  const error = await accounts.load(isCurrent, account, { isNewAccount: false });
  if (!isCurrent() || error === null) return;
  if (error === UNREACHABLE_TEXT) context.replaceSilentSocket();
  else context.end('logged-out', error);
}

/**
 * Reads what the server sends about the session of the cookie, and returns its user. The cookie may by now be that of another
 * tab's session, so these messages must not be taken for the answer to `resume`.
 */
async function cookieSession(
  { awaited }: SessionContext,
  isCurrent: IsCurrent,
  isAuthenticated: boolean,
): Promise<string | null> {
  awaited.forget();
  const offered = isAuthenticated ? await awaited.next(['loginSuccess'], STEP_LIMIT_MS) : null;
  if (isCurrent() && offered !== null) await awaited.next(['availableAccounts'], STEP_LIMIT_MS);
  if (isCurrent()) awaited.forget();
  return offered?.body.UserId ?? null;
}

/** Signs in with the token. `silent`: no answer in time. `over`: the session has ended, or belongs to another user. */
async function resumeToken(
  context: SessionContext,
  isCurrent: IsCurrent,
  cookieUserId: string | null,
): Promise<'resumed' | 'not-sent' | 'silent' | 'over'> {
  const { token } = context;
  const { userId } = context.get();
  const { trading } = context.deps.connections;
  if (token === null || !trading.sendNow('resume', { JWT: token, Protocol: PROTOCOL_VERSION }))
    return 'not-sent';
  const answer = await context.awaited.next(['loginSuccess', 'loginFailure', 'relogin'], STEP_LIMIT_MS);
  if (!isCurrent() || answer === null) return 'silent';
  switch (answer.name) {
    case 'loginSuccess':
      if (answer.body.UserId !== userId) return 'over';
      context.token = answer.body.JWT;
      return 'resumed';
    case 'loginFailure':
      // The session of the cookie is signed in on this socket: good enough when it is the same user's.
      return cookieUserId !== null && cookieUserId === userId ? 'resumed' : 'over';
    case 'relogin':
      return 'over';
  }
}
