import { OrderError } from '../../../domain/orders/errors.ts';
import {
  CLOSE_AUTH_FAILED,
  CLOSE_PROTOCOL,
  CLOSE_TOO_MANY,
  encode,
  PROTOCOL_VERSION,
  type Message,
} from '../../../protocol/index.ts';
import type { Grant, Principal } from '../../identity/identity.ts';
import type { GatewayDeps } from '../deps.ts';
import type { SharedParts } from '../shared-parts.ts';
import { badFrameText, createFrameReader } from '../sockets/frame-reader.ts';
import { TOO_MANY_REASON } from '../sockets/message-limits.ts';
import { MessageMeter } from '../sockets/message-meter.ts';
import type { Peer } from '../sockets/peer.ts';
import type { ConnectionHandler } from '../sockets/socket-server.ts';
import { answerFailed, type SessionRequest } from './answer-failed.ts';
import { BrokerFeed } from './broker-feed.ts';
import { ChosenAccount } from './chosen-account.ts';
import { isDocumentRequest } from './document-requests.ts';
import { createLane, type Lane } from './lane.ts';
import { isOrderRequest, OrderIntake, type OrderRequestMessage, type Trader } from './order-intake.ts';
import { NOT_LOGGED_IN, type Refusal } from '../../refusals.ts';
import { BAD_MESSAGE_CODE, NO_LOGOFF_IN_DEMO, TOO_MANY_UNDER_WAY, TRY_AGAIN_LATER } from './refusals.ts';
import { createPresence, type Presence } from './presence.ts';
import { SignInCalls } from './sign-in-calls.ts';
import { SignIn } from './sign-in.ts';
import { isStrategyRequest } from './strategy-requests.ts';
import { TradingOutput } from './trading-output.ts';
import { createUserCalls, type UserCalls } from './user-calls.ts';
import { userInfoToWire } from '../translate/identity.ts';

/** Messages of one connection that may wait for their turn. */
const MAX_WAITING = 1024;
type Request = Message<'trading', 'toServer'>;
type SessionRequestName = SessionRequest['name'];
type RequestOf<Name extends SessionRequestName> = Extract<SessionRequest, { readonly name: Name }>;
type SessionHandlers = {
  readonly [Name in SessionRequestName]: (
    connection: TradingConnection,
    request: RequestOf<Name>,
  ) => void | Promise<void>;
};

/**
 * One client of the trading socket. The client signs in within `signInLimitMs` and chooses an account; then it sends orders and
 * receives the account's reports, alerts and strategy events.
 */
export function createTradingConnection(
  peer: Peer,
  deps: GatewayDeps,
  shared: SharedParts,
  signInLimitMs: number,
): ConnectionHandler {
  const connection = new TradingConnection(peer, deps, shared, signInLimitMs);
  return {
    onFrame: (text) => connection.receive(text),
    onClose: () => connection.close(),
  };
}

class TradingConnection {
  static readonly #order = (connection: TradingConnection, request: OrderRequestMessage): void =>
    connection.#intake.take(request, connection.#trader());
  static readonly #externalRecord = (
    connection: TradingConnection,
    request: RequestOf<'apiOrder' | 'apiExecutionReport' | 'apiHistoryOrder' | 'tradingApiInfo'>,
  ): void | Promise<void> => connection.#brokerFeed.serve(request, connection.#signIn.grant?.principal);

  /** Every request outside AlgoStream: a message added to the catalogue does not compile until it has a handler here. */
  static readonly #handlers = {
    login: (connection, { body }) => connection.#signInCalls.login(body),
    passkeyLogin: (connection, { body }) => connection.#signInCalls.loginWithPasskey(body),
    oidcLogin: (connection, { body }) => connection.#signInCalls.loginWithTicket(body),
    resume: (connection, { body }) => connection.#signInCalls.resume(body),
    demoStart: (connection, { body }) => connection.#signInCalls.startDemo(body),
    logoff: (connection) => connection.#logoff(),
    accountSelect: (connection, { body }) => connection.#chosen.select(body),
    accountDataRequest: (connection, { body }) => connection.#chosen.sendAccountData(body),
    changePassword: (connection, { name, body }) =>
      connection.#signedIn(name, (principal) =>
        connection.#userCalls.changePassword(body, principal, connection.#peer.address),
      ),
    updateUserInfo: (connection, { name, body }) =>
      connection.#signedIn(name, (principal) => connection.#userCalls.updateUserInfo(body, principal)),
    alertFiringsSeen: (connection, { name, body }) =>
      connection.#signedIn(name, () => connection.#chosen.alertFeed.seen(body)),
    alertFiringsClear: (connection, { name, body }) =>
      connection.#signedIn(name, () => connection.#chosen.alertFeed.clear(body)),
    alertPut: (connection, { name, body }) =>
      connection.#signedIn(name, (user) => connection.#chosen.alertFeed.documents.put(body, user)),
    alertRemove: (connection, { name, body }) =>
      connection.#signedIn(name, (user) => connection.#chosen.alertFeed.documents.remove(body, user)),
    alertList: (connection, { name }) =>
      connection.#signedIn(name, async (user) => {
        const refusal = await connection.#chosen.alertFeed.documents.list(user);
        if (refusal) connection.#output.fail(refusal, name);
      }),
    drawingPut: (connection, { name, body }) =>
      connection.#signedIn(name, (user) => connection.#chosen.drawingFeed.put(body, user)),
    drawingRemove: (connection, { name, body }) =>
      connection.#signedIn(name, (user) => connection.#chosen.drawingFeed.remove(body, user)),
    drawingList: (connection, { name, body }) =>
      connection.#signedIn(name, (user) => connection.#chosen.drawingFeed.list(body, user)),
    drawingLeave: (connection, { name, body }) =>
      connection.#signedIn(name, () => connection.#chosen.drawingFeed.leave(body)),
    saveList: (connection, { name }) =>
      connection.#signedIn(name, async (user) => {
        const refusal = await connection.#chosen.saveFeed.list(user);
        if (refusal) connection.#output.fail(refusal, name);
      }),
    orderProposalDecide: (connection, { name, body }) =>
      connection.#signedIn(name, (user) => connection.#chosen.proposalFeed.decide(body, user)),
    replaySpeedSet: (connection, { name, body }) =>
      connection.#signedIn(name, (principal) => {
        const refusal = connection.#chosen.marketFeed.setSpeed(body, principal);
        if (refusal) connection.#output.fail(refusal, name);
      }),
    heartbeat: (connection, { body }) =>
      connection.#output.send(
        encode('heartbeatAck', { Sent: body.Sent, ExchangeTime: connection.#deps.clock.exchangeMs() }),
      ),
    apiOrder: TradingConnection.#externalRecord,
    apiExecutionReport: TradingConnection.#externalRecord,
    apiHistoryOrder: TradingConnection.#externalRecord,
    tradingApiInfo: TradingConnection.#externalRecord,
    orderSend: TradingConnection.#order,
    optionOrderSend: TradingConnection.#order,
    orderReplace: TradingConnection.#order,
    optionOrderReplace: TradingConnection.#order,
    orderCancel: TradingConnection.#order,
    orderPreview: TradingConnection.#order,
    accountOptionsSet: TradingConnection.#order,
    accountGuardsSet: TradingConnection.#order,
    optionExercise: TradingConnection.#order,
    orderGroupSend: TradingConnection.#order,
    orderGroupCancel: TradingConnection.#order,
    orderGroupChange: TradingConnection.#order,
    orderGroupTermsChange: TradingConnection.#order,
    flatten: TradingConnection.#order,
    positionReverse: TradingConnection.#order,
    orderCancelAll: TradingConnection.#order,
  } satisfies SessionHandlers;

  readonly #peer: Peer;
  readonly #deps: GatewayDeps;
  readonly #meter: MessageMeter;
  readonly #signInTimer: NodeJS.Timeout;
  readonly #output: TradingOutput;
  readonly #chosen: ChosenAccount;
  readonly #presence: Presence;
  readonly #signIn: SignIn;
  readonly #signInCalls: SignInCalls;
  readonly #userCalls: UserCalls;
  readonly #intake: OrderIntake;
  readonly #brokerFeed: BrokerFeed;
  /** Session messages are served one after another; an order waits only while one of them is being served. */
  readonly #lane: Lane;
  /** Alerts and drawings are stored one after another beside the session's messages, so that no order waits for them. */
  readonly #documentLane: Lane;
  readonly #strategyLane: Lane;
  readonly #read: ReturnType<typeof createFrameReader>;
  #isClosed = false;

  constructor(peer: Peer, deps: GatewayDeps, shared: SharedParts, signInLimitMs: number) {
    const { logger } = deps;
    this.#peer = peer;
    this.#deps = deps;
    this.#meter = new MessageMeter(shared.meters);
    this.#output = new TradingOutput(peer);
    const { send } = this.#output;
    // A session that ends closes the connection, so signing in once is enough.
    this.#signInTimer = setTimeout(() => {
      if (!this.#signIn.grant) peer.close(CLOSE_AUTH_FAILED, 'nobody signed in in time');
    }, signInLimitMs);
    this.#presence = createPresence(shared.registry, {
      account: () => this.#chosen.account,
      onProfile: (profile) => {
        const userId = this.#signIn.grant?.principal.userId;
        if (userId !== undefined) send(encode('userInfo', userInfoToWire(userId, profile)));
      },
    });
    this.#signIn = new SignIn(peer, deps, shared.registry, {
      ended: () => this.#leave(),
      renewed: ({ principal }) => this.#chosen.changeUser(principal),
    });
    this.#signInCalls = new SignInCalls({
      identity: deps.identity,
      logger,
      peer,
      send,
      welcome: (grant, isNew) => this.#welcome(grant, isNew),
    });
    this.#userCalls = createUserCalls(deps, shared.registry, send);
    this.#intake = new OrderIntake(deps, send);
    this.#brokerFeed = new BrokerFeed(deps, send);
    this.#lane = this.#newLane();
    this.#documentLane = this.#newLane();
    this.#strategyLane = this.#newLane();
    this.#chosen = new ChosenAccount({
      deps,
      peer,
      shared,
      output: this.#output,
      signIn: this.#signIn,
      presence: this.#presence,
      intake: this.#intake,
      stateLane: this.#newLane(),
      isClosed: () => this.#isClosed,
    });
    this.#read = this.#frameReader();
    this.#lane.enqueue(
      () => this.#greet(),
      () => this.#sendGreeting(false),
    );
  }

  /** Reads one frame of the client; frames that arrive while the connection closes are dropped. */
  receive(text: string | undefined): void {
    if (!this.#isClosed && this.#peer.isOpen()) this.#read(text);
  }

  /** Ends the connection's subscriptions and timers, and records when its session was last seen. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#signInTimer);
    this.#leave();
    if (this.#signIn.grant) this.#deps.identity.noteSeen(this.#signIn.grant.principal.sessionId);
    this.#signIn.stop();
  }

  #tooMany(): void {
    this.#peer.cut(CLOSE_TOO_MANY, TOO_MANY_REASON);
  }

  #newLane(): Lane {
    return createLane({
      isClosed: () => this.#isClosed,
      onError: (error) => this.#deps.logger.error({ err: error }, 'a trading message failed'),
    });
  }

  #frameReader(): ReturnType<typeof createFrameReader> {
    return createFrameReader('trading', this.#meter, {
      tooMany: () => this.#tooMany(),
      refused: (request, message) => this.#refuse({ code: OrderError.TooFrequent, message }, request),
      message: (request) => this.#serve(request),
      bad: (error, count) =>
        this.#output.send(
          encode('failure', {
            Message: badFrameText(error, count),
            ErrorCode: BAD_MESSAGE_CODE,
            RequestT: error.T,
            ClientId: error.clientId,
          }),
        ),
      hopeless: () => this.#peer.close(CLOSE_PROTOCOL, 'too many bad frames'),
    });
  }

  #refuse(refusal: Refusal, request: Request): void {
    if (isOrderRequest(request)) this.#intake.refuse(refusal, request);
    else this.#output.fail(refusal, request.name);
  }

  /** Serves a request at once or puts it in its lane. */
  #serve(request: Request): void {
    if (request.name === 'heartbeat') return void this.#serveSession(request);
    if (isOrderRequest(request) && this.#lane.waiting() === 0) return void this.#serveSession(request);
    const lanes = [this.#lane, this.#documentLane, this.#strategyLane, this.#chosen];
    if (lanes.reduce((sum, lane) => sum + lane.waiting(), 0) >= MAX_WAITING) {
      const code = isOrderRequest(request) ? TOO_MANY_UNDER_WAY.code : 0;
      return this.#refuse({ code, message: 'Too many messages at once; wait for answers first.' }, request);
    }
    if (isStrategyRequest(request)) {
      return this.#strategyLane.enqueue(
        () => this.#chosen.strategyFeed.serve(request, this.#signIn.grant?.principal),
        () => this.#output.fail(TRY_AGAIN_LATER, request.name),
      );
    }
    this.#laneOf(request).enqueue(
      async () => this.#serveSession(request),
      () =>
        answerFailed(request, {
          send: this.#output.send,
          fail: this.#output.fail,
          userCalls: this.#userCalls,
          refuseLogin: (refused) => this.#signInCalls.refuse(refused),
        }),
    );
  }

  /** Messages about alerts and drawings wait for a sign-in that is under way. */
  #laneOf(request: SessionRequest): Lane {
    const isBeside =
      isDocumentRequest(request) && (this.#lane.waiting() === 0 || this.#documentLane.waiting() > 0);
    return isBeside ? this.#documentLane : this.#lane;
  }

  #serveSession(request: SessionRequest): void | Promise<void> {
    // TypeScript does not relate the name to the request's type: the map's type pairs each name with its own request.
    const handle = TradingConnection.#handlers[request.name] as (
      connection: TradingConnection,
      request: SessionRequest,
    ) => void | Promise<void>;
    return handle(this, request);
  }

  #trader(): Trader | undefined {
    const principal = this.#signIn.grant?.principal;
    return principal && { principal, account: this.#chosen.account };
  }

  /** Runs a request of a signed-in user; refuses it otherwise. */
  #signedIn(
    name: SessionRequestName,
    serve: (principal: Principal) => void | Promise<void>,
  ): void | Promise<void> {
    const principal = this.#signIn.grant?.principal;
    return principal ? serve(principal) : this.#output.fail(NOT_LOGGED_IN, name);
  }

  async #greet(): Promise<void> {
    const { cookieToken } = this.#peer;
    const grant = cookieToken === undefined ? undefined : await this.#signInCalls.grantOf(cookieToken);
    this.#sendGreeting(grant !== undefined);
    if (grant) await this.#welcome(grant, false);
  }

  #sendGreeting(isAuthenticated: boolean): void {
    this.#output.send(
      encode('connected', {
        IsAuthenticated: isAuthenticated,
        ExchangeTime: this.#deps.clock.exchangeMs(),
        Protocol: PROTOCOL_VERSION,
      }),
    );
  }

  async #welcome(grant: Grant, isNew: boolean): Promise<void> {
    const { identity, logger } = this.#deps;
    const { principal } = grant;
    const accounts = await identity.accountsOf(principal.userId);
    if (this.#isClosed) return;
    // No await between this check and `presence.enter`: of two simultaneous logins, the second sees the first.
    if (isNew && this.#presence.isElsewhere(principal)) {
      logger.warn(
        { address: this.#peer.address, userId: principal.userId },
        'signed in on another machine already',
      );
      await identity.logout(principal.sessionId);
      return this.#signInCalls.refuse({ failure: 'LoggedInOnAnotherMachine' });
    }
    if (!this.#meter.belongTo(principal.userId)) return this.#tooMany();
    this.#chosen.drop();
    this.#signIn.take(grant);
    this.#presence.enter(principal);
    this.#output.send(
      encode('loginSuccess', { JWT: grant.jwt, UserId: principal.userId, IsDemo: principal.isDemo }),
    );
    this.#output.send(
      encode('availableAccounts', {
        DemoAccounts: accounts.filter((choice) => !choice.isLive).map((choice) => choice.account),
        LiveAccounts: accounts.filter((choice) => choice.isLive).map((choice) => choice.account),
      }),
    );
  }

  async #logoff(): Promise<void> {
    const principal = this.#signIn.grant?.principal;
    if (!principal) return this.#output.fail(NOT_LOGGED_IN, 'logoff');
    if (principal.isDemo) return this.#output.fail(NO_LOGOFF_IN_DEMO, 'logoff');
    // The registry notifies every connection of the session, this one included, that it has ended.
    await this.#deps.identity.logout(principal.sessionId);
  }

  #leave(): void {
    this.#brokerFeed.end();
    this.#chosen.drop();
    this.#presence.leave();
  }
}
