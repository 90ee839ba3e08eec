import { assertNever } from '../../../domain/assert/assert.ts';
import { CLOSE_AUTH_FAILED, CLOSE_PROTOCOL, CLOSE_TOO_SLOW, encode, type Body, type Message } from '../../../protocol/index.ts';
import type { Grant, LoginFailure } from '../../identity/identity.ts';
import type { GatewayDeps } from '../deps.ts';
import type { SessionRegistry } from '../session-registry.ts';
import { badFrameText, createFrameReader } from '../sockets/frame-reader.ts';
import type { Peer } from '../sockets/peer.ts';
import type { ConnectionHandler } from '../sockets/socket-server.ts';
import { createAccountFeed, type AccountFeed } from './account-feed.ts';
import { createOrderIntake } from './order-intake.ts';
import { calendarOf, ROUTE_PERMISSIONS } from './reference-data.ts';
import { BAD_MESSAGE_CODE, NO_ACCOUNT, NOT_LOGGED_IN, type Refusal } from './refusals.ts';
import { createSignIn } from './sign-in.ts';

/** Messages of one connection that may wait for their turn. */
const MAX_WAITING = 1024;
/** Reports must not be dropped, so a client this far behind (bytes) is cut and loads its state anew. */
const CUT_ABOVE_BYTES = 16 * 1024 * 1024;

type Request = Message<'trading', 'toServer'>;

/** One client of the trading socket: signs in, within `signInLimitMs`, chooses an account, sends orders, hears of them. */
export function createTradingConnection(peer: Peer, deps: GatewayDeps, registry: SessionRegistry, signInLimitMs: number): ConnectionHandler {
  const { identity, clock, logger } = deps;
  let feed: AccountFeed | undefined;
  let isClosed = false;

  const send = (text: string): void => {
    if (peer.bufferedBytes() > CUT_ABOVE_BYTES) peer.close(CLOSE_TOO_SLOW, 'too slow');
    else peer.send(text);
  };
  const fail = (refusal: Refusal, requestT: number): void => send(encode('failure', { Message: refusal.message, ErrorCode: refusal.code, RequestT: requestT }));
  const dropFeed = (): void => {
    feed?.stop();
    feed = undefined;
  };

  // A session that ends closes the connection, so signing in once is enough.
  const signInTimer = setTimeout(() => {
    if (!signIn.grant) peer.close(CLOSE_AUTH_FAILED, 'nobody signed in in time');
  }, signInLimitMs);
  const signIn = createSignIn(peer, deps, registry, dropFeed);
  const intake = createOrderIntake(deps, send);
  const trader = () => signIn.grant && { principal: signIn.grant.principal, account: feed?.account };

  const welcome = async (grant: Grant): Promise<void> => {
    const { principal } = grant;
    const accounts = await identity.accountsOf(principal.userId);
    if (isClosed) return;
    dropFeed();
    signIn.take(grant);
    send(encode('loginSuccess', { JWT: grant.jwt, UserId: principal.userId, IsDemo: principal.isDemo }));
    send(encode('availableAccounts', {
      DemoAccounts: accounts.filter((choice) => !choice.isLive).map((choice) => choice.account),
      LiveAccounts: accounts.filter((choice) => choice.isLive).map((choice) => choice.account),
    }));
  };

  const refuseLogin = (refused: { failure: LoginFailure; retryAfterSeconds?: number }): void =>
    send(encode('loginFailure', { FailureType: refused.failure, RetryAfterSeconds: refused.retryAfterSeconds }));

  const restore = async (jwt: string): Promise<boolean> => {
    const principal = await identity.verify(jwt);
    const grant = principal && (await identity.refresh(principal));
    if (!grant) return false;
    await welcome(grant);
    return true;
  };

  const selectAccount = async (body: Body<'accountSelect'>): Promise<void> => {
    if (!signIn.grant) return fail(NOT_LOGGED_IN, 5);
    const selected = await identity.selectAccount(signIn.grant.principal, body.Account);
    if (!selected.ok) return send(encode('accountSelectResponse', { Account: body.Account, IsLive: false, FailureType: selected.error }));
    const { principal, jwt, isLive, sessionExpiresAtMs } = selected.value;
    const profile = await identity.profileOf(principal.userId);
    if (isClosed || !signIn.grant) return;
    if (!profile) return send(encode('accountSelectResponse', { Account: body.Account, IsLive: isLive, FailureType: 'DatabaseError' }));
    dropFeed();
    signIn.take(selected.value);
    feed = createAccountFeed(body.Account, deps, send, intake.reportSent);
    send(encode('accountSelectResponse', { Account: body.Account, IsLive: isLive, JWT: jwt }));
    send(encode('userInfo', {
      UserId: principal.userId, UserName: profile.userName, FirstName: profile.firstName, LastName: profile.lastName, Phone: profile.phone, MobilePhone: profile.mobilePhone,
      Email: profile.email, Address: profile.address, AddressLine2: profile.addressLine2, City: profile.city, State: profile.state, Zip: profile.zip, Country: profile.country,
    }));
    send(encode('permissions', { Mask: principal.permissionMask }));
    send(encode('calendar', calendarOf(deps.market)));
    send(encode('routePermissions', ROUTE_PERMISSIONS));
    if (principal.isDemo) send(encode('demoSessionStatus', { ExpiresIn: Math.floor((sessionExpiresAtMs - clock.hostMs()) / 1000) }));
    feed.sendState({ balance: body.IncludeBalance, positions: body.IncludePositions, tradeLogDays: body.IncludeTrades ? 0 : undefined });
    send(encode('initializationComplete', { Account: body.Account, ExchangeTime: clock.exchangeMs() }));
  };

  const sendAccountData = (body: Body<'accountDataRequest'>): void => {
    if (!signIn.grant || !feed) return fail(NOT_LOGGED_IN, 7);
    if (body.Account !== feed.account || body.UserId !== signIn.grant.principal.userId) return fail(NO_ACCOUNT, 7);
    feed.sendState({ balance: true, positions: body.LoadPositions, tradeLogDays: body.LoadTradeLogForNBusinessDays });
  };

  const logoff = async (): Promise<void> => {
    if (!signIn.grant) return fail(NOT_LOGGED_IN, 4);
    if (signIn.grant.principal.isDemo) return fail({ code: 0, message: 'Logging out is not supported during Demo Session' }, 4);
    // The end of the session reaches this connection, like all others of the session, through the registry.
    await identity.logout(signIn.grant.principal.sessionId);
  };

  const serveSession = async (request: Request): Promise<void> => {
    switch (request.name) {
      case 'login': {
        const granted = await identity.login({ userName: request.body.UserId, password: request.body.Password, address: peer.address });
        return granted.ok ? welcome(granted.value) : refuseLogin(granted.error);
      }
      case 'resume':
        if (!(await restore(request.body.JWT))) send(encode('relogin', { Message: 'Your session has ended; sign in again.' }));
        return;
      case 'demoStart': {
        const granted = await identity.startDemo(peer.address);
        return granted.ok ? welcome(granted.value) : refuseLogin(granted.error);
      }
      case 'logoff':
        return logoff();
      case 'accountSelect':
        return selectAccount(request.body);
      case 'accountDataRequest':
        return sendAccountData(request.body);
      case 'orderSend':
        return intake.order(request.body, trader());
      case 'orderCancel':
        return intake.cancel(request.body, trader());
      case 'heartbeat':
        return send(encode('heartbeatAck', { Sent: request.body.Sent, ExchangeTime: clock.exchangeMs() }));
      default:
        return assertNever(request);
    }
  };

  // Session messages are served one after another; an order waits only while one of them is being served.
  let lane: Promise<void> = Promise.resolve();
  let waiting = 0;
  const enqueue = (work: () => Promise<void>, onError: () => void): void => {
    waiting += 1;
    lane = lane
      .then(() => (isClosed ? undefined : work()))
      .catch((error: unknown) => {
        logger.error({ err: error }, 'a trading message failed');
        onError();
      })
      .finally(() => {
        waiting -= 1;
      });
  };

  const serve = (request: Request): void => {
    if (request.name === 'heartbeat') return void serveSession(request);
    if (request.name === 'orderSend' || request.name === 'orderCancel') {
      if (waiting === 0) return void serveSession(request);
    }
    const requestT = REQUEST_NUMBERS[request.name];
    if (waiting >= MAX_WAITING) {
      const clientId = 'ClientId' in request.body ? request.body.ClientId : undefined;
      return send(encode('failure', { Message: 'Too many messages at once; wait for answers first.', ErrorCode: 0, RequestT: requestT, ClientId: clientId }));
    }
    enqueue(() => serveSession(request), () => {
      if (request.name === 'login' || request.name === 'demoStart') refuseLogin({ failure: 'ServerError' });
      else if (request.name === 'accountSelect') send(encode('accountSelectResponse', { Account: request.body.Account, IsLive: false, FailureType: 'DatabaseError' }));
      else fail({ code: 0, message: 'Error occured, please try again later' }, requestT);
    });
  };

  const read = createFrameReader('trading', {
    message: serve,
    bad: (error, count) => send(encode('failure', { Message: badFrameText(error, count), ErrorCode: BAD_MESSAGE_CODE, RequestT: error.T })),
    hopeless: () => peer.close(CLOSE_PROTOCOL, 'too many bad frames'),
  });

  const greet = async (): Promise<void> => {
    const token = peer.cookieToken;
    const principal = token === undefined ? undefined : await identity.verify(token);
    const grant = principal && (await identity.refresh(principal));
    send(encode('connected', { IsAuthenticated: grant !== undefined, ExchangeTime: clock.exchangeMs() }));
    if (grant) await welcome(grant);
  };
  enqueue(greet, () => send(encode('connected', { IsAuthenticated: false, ExchangeTime: clock.exchangeMs() })));

  return {
    onFrame(text) {
      if (!isClosed && peer.isOpen()) read(text);
    },
    onClose() {
      isClosed = true;
      clearTimeout(signInTimer);
      dropFeed();
      signIn.stop();
    },
  };
}

const REQUEST_NUMBERS: Readonly<Record<Request['name'], number>> = {
  login: 1, resume: 2, demoStart: 3, logoff: 4, accountSelect: 5, heartbeat: 6, accountDataRequest: 7, orderSend: 20, orderCancel: 21,
};
