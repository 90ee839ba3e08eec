import { encode, type Message } from '../../../protocol/index.ts';
import type { LoginFailure } from '../../identity/identity.ts';
import { clientIdOf, isOrderRequest } from './order-intake.ts';
import { SERVER_FAILED, TRY_AGAIN_LATER } from './refusals.ts';
import type { StrategyRequest } from './strategy-requests.ts';
import type { TradingOutput } from './trading-output.ts';
import type { UserCalls } from './user-calls.ts';

/** Requests that are served one after another. */
export type SessionRequest = Exclude<Message<'trading', 'toServer'>, StrategyRequest>;

/** Requests that begin a session. */
const SIGN_INS: ReadonlySet<SessionRequest['name']> = new Set([
  'login',
  'passkeyLogin',
  'oidcLogin',
  'demoStart',
]);

/** The ways to answer a request that failed. */
export interface FailedAnswers {
  readonly send: (text: string) => void;
  readonly fail: TradingOutput['fail'];
  readonly refuseLogin: (refused: { readonly failure: LoginFailure }) => void;
  readonly userCalls: Pick<UserCalls, 'passwordFailed' | 'userInfoFailed'>;
}

/** Answers a request that the server could not serve, in the form that its sender waits for. */
export function answerFailed(
  request: SessionRequest,
  { send, fail, refuseLogin, userCalls }: FailedAnswers,
): void {
  if (SIGN_INS.has(request.name)) refuseLogin({ failure: 'ServerError' });
  else if (request.name === 'accountSelect')
    send(
      encode('accountSelectResponse', {
        Account: request.body.Account,
        IsLive: false,
        FailureType: 'DatabaseError',
      }),
    );
  else if (request.name === 'changePassword') userCalls.passwordFailed(request.body.Id);
  else if (request.name === 'updateUserInfo') userCalls.userInfoFailed();
  // Without an answer, the order would stay pending in the client for ever.
  else if (isOrderRequest(request)) fail(SERVER_FAILED, request.name, clientIdOf(request));
  else fail(TRY_AGAIN_LATER, request.name);
}
