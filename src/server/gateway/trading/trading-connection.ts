import { OrderError } from '../../../domain/orders/errors.ts';
import { assertNever } from '../../../domain/assert/assert.ts';
import { ALL_PERMISSIONS } from '../../../domain/permissions.ts';
import {
  catalogue,
  CLOSE_AUTH_FAILED,
  CLOSE_PROTOCOL,
  CLOSE_TOO_MANY,
  CLOSE_TOO_SLOW,
  encode,
  PROTOCOL_VERSION,
  type Body,
  type Message,
} from '../../../protocol/index.ts';
import type { Grant } from '../../identity/identity.ts';
import type { GatewayDeps } from '../deps.ts';
import type { SharedParts } from '../shared-parts.ts';
import { knownReportFromWire } from '../../brokerage/wire.ts';
import { badFrameText, createFrameReader } from '../sockets/frame-reader.ts';
import { TOO_MANY_REASON } from '../sockets/message-limits.ts';
import { MessageMeter } from '../sockets/message-meter.ts';
import type { Peer } from '../sockets/peer.ts';
import type { ConnectionHandler } from '../sockets/socket-server.ts';
import { createAccountFeed, type AccountFeed } from './account-feed.ts';
import { sendAccountState, type StateRequest } from './account-state.ts';
import { createAlertFeed } from './alert-feed.ts';
import { answerFailed, type SessionRequest } from './answer-failed.ts';
import { createLane } from './lane.ts';
import { clientIdOf, createOrderIntake, isOrderRequest } from './order-intake.ts';
import { MarketFeed } from './market-feed.ts';
import { calendarOf, marketToWire } from './reference-data.ts';
import { BAD_MESSAGE_CODE, NO_ACCOUNT, NOT_LOGGED_IN, TOO_MANY_UNDER_WAY, type Refusal } from './refusals.ts';
import { createPresence } from './presence.ts';
import { RouteFeed } from './route-feed.ts';
import { SignInCalls } from './sign-in-calls.ts';
import { createSignIn } from './sign-in.ts';
import { createStrategyFeed, isStrategyRequest } from './strategy-feed.ts';
import { createUserCalls, userInfoToWire } from './user-calls.ts';

/** Messages of one connection that may wait for their turn. */
const MAX_WAITING = 1024;
/** Reports must not be dropped, so a client this far behind (bytes) is cut and loads its state again. */
const CUT_ABOVE_BYTES = 16 * 1024 * 1024;
/** The next part of a long answer is sent when the client has taken most of what was sent before, bytes. */
const STATE_BELOW_BYTES = 1024 * 1024;
const DRAIN_LOOK_MS = 10;

type Request = Message<'trading', 'toServer'>;

/** One client of the trading socket: signs in, within `signInLimitMs`, chooses an account, sends orders, hears of them. */
export function createTradingConnection(
  peer: Peer,
  deps: GatewayDeps,
  { registry, turns, meters }: SharedParts,
  signInLimitMs: number,
): ConnectionHandler {
  const { identity, clock, logger } = deps;
  const meter = new MessageMeter(meters);
  let feed: AccountFeed | undefined;
  let isClosed = false;
  let sentMask = 0;

  const send = (text: string): void => {
    if (peer.bufferedBytes() > CUT_ABOVE_BYTES) peer.close(CLOSE_TOO_SLOW, 'too slow');
    else peer.send(text);
  };
  const drained = async (): Promise<void> => {
    while (peer.bufferedBytes() > STATE_BELOW_BYTES && peer.isOpen())
      await new Promise((resolve) => setTimeout(resolve, DRAIN_LOOK_MS));
  };
  const sendState = async (of: AccountFeed, userId: string, request: StateRequest): Promise<void> =>
    sendAccountState({ ...deps, turns, send, drained }, { ...of, userId }, request);
  const tooMany = (): void => peer.cut(CLOSE_TOO_MANY, TOO_MANY_REASON);
  const fail = (refusal: Refusal, requestT: number, clientId?: string): void =>
    send(
      encode('failure', {
        Message: refusal.message,
        ErrorCode: refusal.code,
        RequestT: requestT,
        ClientId: clientId,
      }),
    );
  const alertFeed = createAlertFeed(deps, send);
  const routeFeed = new RouteFeed(deps.risk, send, (error) =>
    logger.error({ err: error }, 'changed route permissions could not be sent'),
  );
  const marketFeed = new MarketFeed(deps.market, send, logger);
  const strategyFeed = createStrategyFeed({ strategies: deps.strategies, send, drained, logger });
  /** `next`: the account that is chosen instead; choosing the same one again leaves nothing. */
  const dropFeed = (next?: string): void => {
    const left = feed?.account;
    feed?.stop();
    feed = undefined;
    // The last one out: an account may want its orders cancelled then.
    if (left !== undefined && left !== next && !registry.hasAccount(left))
      deps.brokerage
        .accountLeft(left)
        .catch((error: unknown) =>
          logger.error({ err: error }, 'the orders of an account that nobody is connected with stay open'),
        );
    alertFeed.stop();
    routeFeed.stop();
    marketFeed.stop();
    strategyFeed.stop();
  };

  // A session that ends closes the connection, so signing in once is enough.
  const signInTimer = setTimeout(() => {
    if (!signIn.grant) peer.close(CLOSE_AUTH_FAILED, 'nobody signed in in time');
  }, signInLimitMs);
  const presence = createPresence(registry, {
    account: () => feed?.account,
    onProfile: (profile) => {
      if (signIn.grant) send(encode('userInfo', userInfoToWire(signIn.grant.principal.userId, profile)));
    },
  });
  const goAway = (): void => {
    dropFeed();
    presence.leave();
  };
  /** The token is renewed also when the user's rights have changed. */
  const renewed = ({ principal }: Grant): void => {
    if (!feed || principal.permissionMask === sentMask) return;
    sentMask = principal.permissionMask;
    send(encode('permissions', { Mask: sentMask & ALL_PERMISSIONS }));
    marketFeed.changeUser(principal);
    strategyFeed.start(principal, feed.account);
  };
  const signIn = createSignIn(peer, deps, registry, { ended: goAway, renewed });
  const userCalls = createUserCalls(deps, registry, send);
  const intake = createOrderIntake(deps, send);
  const trader = () => signIn.grant && { principal: signIn.grant.principal, account: feed?.account };

  const welcome = async (grant: Grant, isNew: boolean): Promise<void> => {
    const { principal } = grant;
    const accounts = await identity.accountsOf(principal.userId);
    if (isClosed) return;
    // From here to its listing nothing is waited for: of two logins at once the second one sees the first.
    if (isNew && presence.isElsewhere(principal)) {
      logger.warn(
        { address: peer.address, userId: principal.userId },
        'signed in on another machine already',
      );
      await identity.logout(principal.sessionId);
      return signInCalls.refuse({ failure: 'LoggedInOnAnotherMachine' });
    }
    if (!meter.belongTo(principal.userId)) return tooMany();
    dropFeed();
    signIn.take(grant);
    presence.enter(principal);
    send(encode('loginSuccess', { JWT: grant.jwt, UserId: principal.userId, IsDemo: principal.isDemo }));
    send(
      encode('availableAccounts', {
        DemoAccounts: accounts.filter((choice) => !choice.isLive).map((choice) => choice.account),
        LiveAccounts: accounts.filter((choice) => choice.isLive).map((choice) => choice.account),
      }),
    );
  };

  const signInCalls = new SignInCalls({ identity, logger, peer, send, welcome });

  const selectAccount = async (body: Body<'accountSelect'>): Promise<void> => {
    if (!signIn.grant) return fail(NOT_LOGGED_IN, 5);
    const selected = await identity.selectAccount(signIn.grant.principal, body.Account);
    if (!selected.ok)
      return send(
        encode('accountSelectResponse', {
          Account: body.Account,
          IsLive: false,
          FailureType: selected.error,
        }),
      );
    const { principal, jwt, isLive } = selected.value;
    const profile = await identity.profileOf(principal.userId);
    const marketFacts = await marketToWire(deps.market);
    if (isClosed || !signIn.grant) return;
    if (!profile)
      return send(
        encode('accountSelectResponse', {
          Account: body.Account,
          IsLive: isLive,
          FailureType: 'DatabaseError',
        }),
      );
    if (presence.isElsewhere(principal, body.Account))
      return send(
        encode('accountSelectResponse', {
          Account: body.Account,
          IsLive: isLive,
          FailureType: 'AlreadyLoggedIn',
        }),
      );
    dropFeed(body.Account);
    signIn.take(selected.value);
    feed = createAccountFeed(body.Account, deps, send, intake);
    send(encode('accountSelectResponse', { Account: body.Account, IsLive: isLive, JWT: jwt }));
    send(encode('userInfo', userInfoToWire(principal.userId, profile)));
    sentMask = principal.permissionMask;
    send(encode('permissions', { Mask: sentMask & ALL_PERMISSIONS }));
    send(encode('calendar', calendarOf(deps.market)));
    marketFeed.start(marketFacts, principal);
    await routeFeed.start(body.Account);
    if (isClosed || !signIn.grant) return;
    if (principal.isDemo)
      send(
        encode('demoSessionStatus', {
          ExpiresIn: Math.floor((principal.sessionExpiresAtMs - clock.hostMs()) / 1000),
        }),
      );
    enqueueState(feed, async (chosen) => {
      await sendState(chosen, principal.userId, {
        balance: body.IncludeBalance,
        positions: body.IncludePositions,
        tradeLogDays: body.IncludeTrades ? 0 : undefined,
        known: knownReportFromWire(body.Known),
      });
      if (chosen.signal.aborted) return;
      send(encode('initializationComplete', { Account: body.Account, ExchangeTime: clock.exchangeMs() }));
      alertFeed.start(principal);
      strategyFeed.start(principal, body.Account);
    });
  };

  const sendAccountData = (body: Body<'accountDataRequest'>): void => {
    if (!signIn.grant || !feed) return fail(NOT_LOGGED_IN, 7);
    const { userId } = signIn.grant.principal;
    if (body.Account !== feed.account || body.UserId !== userId) return fail(NO_ACCOUNT, 7);
    enqueueState(feed, (chosen) =>
      sendState(chosen, userId, {
        balance: true,
        positions: body.LoadPositions,
        tradeLogDays: body.LoadTradeLogForNBusinessDays,
        known: knownReportFromWire(body.Known),
      }),
    );
  };

  const logoff = async (): Promise<void> => {
    if (!signIn.grant) return fail(NOT_LOGGED_IN, 4);
    if (signIn.grant.principal.isDemo)
      return fail({ code: 0, message: 'Logging out is not supported during Demo Session' }, 4);
    // The end of the session reaches this connection, like all others of the session, through the registry.
    await identity.logout(signIn.grant.principal.sessionId);
  };

  const serveSession = async (request: SessionRequest): Promise<void> => {
    if (isOrderRequest(request)) return intake.take(request, trader());
    switch (request.name) {
      case 'login':
        return signInCalls.login(request.body);
      case 'resume':
        return signInCalls.resume(request.body);
      case 'demoStart':
        return signInCalls.startDemo(request.body);
      case 'logoff':
        return logoff();
      case 'accountSelect':
        return selectAccount(request.body);
      case 'accountDataRequest':
        return sendAccountData(request.body);
      case 'changePassword':
        return signIn.grant
          ? userCalls.changePassword(request.body, signIn.grant.principal, peer.address)
          : fail(NOT_LOGGED_IN, 8);
      case 'updateUserInfo':
        return signIn.grant
          ? userCalls.updateUserInfo(request.body, signIn.grant.principal)
          : fail(NOT_LOGGED_IN, 9);
      case 'apiOrder':
      case 'apiExecutionReport':
      case 'apiHistoryOrder':
      case 'tradingApiInfo':
        return deps.externalRecords.serve(request, signIn.grant?.principal, send);
      case 'alertFiringsSeen':
        return signIn.grant ? alertFeed.seen(request.body) : fail(NOT_LOGGED_IN, 40);
      case 'alertFiringsClear':
        return signIn.grant ? alertFeed.clear(request.body) : fail(NOT_LOGGED_IN, 41);
      case 'replaySpeedSet': {
        const refusal = signIn.grant
          ? marketFeed.setSpeed(request.body, signIn.grant.principal)
          : NOT_LOGGED_IN;
        return refusal && fail(refusal, catalogue.replaySpeedSet.T);
      }
      case 'heartbeat':
        return send(encode('heartbeatAck', { Sent: request.body.Sent, ExchangeTime: clock.exchangeMs() }));
      default:
        return assertNever(request);
    }
  };

  // Session messages are served one after another; an order waits only while one of them is being served.
  const newLane = () =>
    createLane({
      isClosed: () => isClosed,
      onError: (error) => logger.error({ err: error }, 'a trading message failed'),
    });
  const lane = newLane();
  const strategyLane = newLane();
  /** The account's state is sent beside the session's messages, so that orders do not wait for a long day. */
  const stateLane = newLane();
  const enqueueState = (of: AccountFeed, work: (of: AccountFeed) => Promise<void>): void =>
    stateLane.enqueue(
      async () => (of.signal.aborted ? undefined : work(of)),
      () => fail({ code: 0, message: 'Error occured, please try again later' }, 7),
    );

  const serve = (request: Request): void => {
    if (request.name === 'heartbeat') return void serveSession(request);
    if (isOrderRequest(request) && lane.waiting() === 0) return void serveSession(request);
    const requestT = catalogue[request.name].T;
    if (lane.waiting() + strategyLane.waiting() + stateLane.waiting() >= MAX_WAITING) {
      const code = isOrderRequest(request) ? TOO_MANY_UNDER_WAY.code : 0;
      return fail(
        { code, message: 'Too many messages at once; wait for answers first.' },
        requestT,
        clientIdOf(request),
      );
    }
    if (isStrategyRequest(request)) {
      return strategyLane.enqueue(
        () => strategyFeed.serve(request, signIn.grant?.principal),
        () => fail({ code: 0, message: 'Error occured, please try again later' }, requestT),
      );
    }
    lane.enqueue(
      () => serveSession(request),
      () =>
        answerFailed(request, {
          send,
          fail,
          userCalls,
          refuseLogin: (refused) => signInCalls.refuse(refused),
        }),
    );
  };

  const read = createFrameReader('trading', meter, {
    tooMany,
    refused: (request, message) =>
      fail({ code: OrderError.TooFrequent, message }, catalogue[request.name].T, clientIdOf(request)),
    message: serve,
    bad: (error, count) =>
      send(
        encode('failure', {
          Message: badFrameText(error, count),
          ErrorCode: BAD_MESSAGE_CODE,
          RequestT: error.T,
          ClientId: error.clientId,
        }),
      ),
    hopeless: () => peer.close(CLOSE_PROTOCOL, 'too many bad frames'),
  });

  const greet = async (): Promise<void> => {
    const grant = peer.cookieToken === undefined ? undefined : await signInCalls.grantOf(peer.cookieToken);
    sendGreeting(grant !== undefined);
    if (grant) await welcome(grant, false);
  };
  const sendGreeting = (isAuthenticated: boolean): void =>
    send(
      encode('connected', {
        IsAuthenticated: isAuthenticated,
        ExchangeTime: clock.exchangeMs(),
        Protocol: PROTOCOL_VERSION,
      }),
    );
  lane.enqueue(greet, () => sendGreeting(false));

  return {
    onFrame(text) {
      if (!isClosed && peer.isOpen()) read(text);
    },
    onClose() {
      isClosed = true;
      clearTimeout(signInTimer);
      goAway();
      if (signIn.grant) identity.noteSeen(signIn.grant.principal.sessionId);
      signIn.stop();
    },
  };
}
