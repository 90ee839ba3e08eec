import { ADMINISTRATOR, ALL_PERMISSIONS } from '../../../domain/permissions.ts';
import { encode, type Body } from '../../../protocol/index.ts';
import { knownReportFromWire } from '../translate/brokerage.ts';
import type { Peer } from '../sockets/peer.ts';
import type { Grant, Principal } from '../../identity/identity.ts';
import type { GatewayDeps } from '../deps.ts';
import type { SharedParts } from '../shared-parts.ts';
import { createAccountFeed, type AccountFeed } from './account-feed.ts';
import { sendAccountState, type StateRequest } from './account-state.ts';
import { AlertFeed } from './alert-feed.ts';
import { DrawingFeed } from './drawing-feed.ts';
import { SaveFeed } from './save-feed.ts';
import type { Lane } from './lane.ts';
import { MarketFeed } from './market-feed.ts';
import type { OrderIntake } from './order-intake.ts';
import type { Presence } from './presence.ts';
import { calendarOf, marketToWire } from './reference-data.ts';
import { NO_ACCOUNT, NOT_LOGGED_IN } from '../../refusals.ts';
import { TRY_AGAIN_LATER } from './refusals.ts';
import { ProposalFeed } from './proposal-feed.ts';
import { RouteFeed } from './route-feed.ts';
import type { SignIn } from './sign-in.ts';
import { StrategyFeed } from './strategy-feed.ts';
import type { TradingOutput } from './trading-output.ts';
import { userInfoToWire } from '../translate/identity.ts';

type SelectedAccount = Grant & { readonly isLive: boolean };

/** What the chosen account needs from its connection. */
export interface ChosenAccountParts {
  readonly deps: GatewayDeps;
  readonly peer: Pick<Peer, 'userAgent' | 'address'>;
  readonly shared: SharedParts;
  readonly output: TradingOutput;
  readonly signIn: SignIn;
  readonly presence: Presence;
  readonly intake: OrderIntake;
  /** The account's state is sent beside the session's messages, so that orders do not wait for a long day. */
  readonly stateLane: Lane;
  readonly isClosed: () => boolean;
}

/** The account that a trading connection has chosen: selects it, sends its state and runs its feeds. */
export class ChosenAccount {
  readonly alertFeed: AlertFeed;
  readonly drawingFeed: DrawingFeed;
  readonly saveFeed: SaveFeed;
  readonly marketFeed: MarketFeed;
  readonly strategyFeed: StrategyFeed;
  readonly proposalFeed: ProposalFeed;
  readonly #parts: ChosenAccountParts;
  readonly #output: TradingOutput;
  readonly #routeFeed: RouteFeed;
  #feed: AccountFeed | undefined;
  #sentMask = 0;

  constructor(parts: ChosenAccountParts) {
    const { market, risk, strategies, logger } = parts.deps;
    const { send, drained } = parts.output;
    const { userAgent, address } = parts.peer;
    this.#parts = parts;
    this.#output = parts.output;
    this.alertFeed = new AlertFeed(parts.deps, userAgent, send);
    this.drawingFeed = new DrawingFeed(parts.deps.drawings, userAgent, send);
    this.saveFeed = new SaveFeed(parts.deps.saveDocuments, send);
    this.#routeFeed = new RouteFeed(risk, send, (error) =>
      logger.error({ err: error }, 'changed route permissions could not be sent'),
    );
    this.marketFeed = new MarketFeed(market, send, logger);
    this.proposalFeed = new ProposalFeed(parts.deps, parts.shared.proposals, { address, send });
    this.strategyFeed = new StrategyFeed({ strategies, send, drained, logger, userAgent });
  }

  /** The account's number; undefined until one is chosen. */
  get account(): string | undefined {
    return this.#feed?.account;
  }

  /** State requests that wait or are being served. */
  waiting(): number {
    return this.#parts.stateLane.waiting();
  }

  /** Serves accountSelect: opens the account's feeds and sends its state. */
  async select(body: Body<'accountSelect'>): Promise<void> {
    const { identity, market } = this.#parts.deps;
    const before = this.#parts.signIn.grant;
    if (!before) return this.#output.fail(NOT_LOGGED_IN, 'accountSelect');
    const refuse = (IsLive: boolean, FailureType: Body<'accountSelectResponse'>['FailureType']): void =>
      this.#output.send(encode('accountSelectResponse', { Account: body.Account, IsLive, FailureType }));
    const selected = await identity.selectAccount(before.principal, body.Account);
    if (!selected.ok) return refuse(false, selected.error);
    const { principal, isLive } = selected.value;
    const profile = await identity.profileOf(principal.userId);
    const marketFacts = await marketToWire(market);
    if (this.#parts.isClosed() || !this.#parts.signIn.grant) return;
    if (!profile) return refuse(isLive, 'DatabaseError');
    if (this.#parts.presence.isElsewhere(principal, body.Account)) return refuse(isLive, 'AlreadyLoggedIn');
    const feed = this.#openFeed(body.Account, selected.value);
    this.#output.send(encode('userInfo', userInfoToWire(principal.userId, profile)));
    this.#sendPermissions(principal);
    this.#output.send(encode('calendar', calendarOf(market)));
    this.marketFeed.start(marketFacts, principal);
    await this.#routeFeed.start(body.Account);
    if (this.#parts.isClosed() || !this.#parts.signIn.grant) return;
    if (principal.isDemo) this.#sendDemoStatus(principal);
    this.#enqueueInitialState(feed, principal, body);
  }

  #openFeed(account: string, granted: SelectedAccount): AccountFeed {
    this.drop(account);
    this.#parts.signIn.take(granted);
    const feed = createAccountFeed(account, this.#parts.deps, this.#output.send, this.#parts.intake);
    this.#feed = feed;
    this.#output.send(
      encode('accountSelectResponse', { Account: account, IsLive: granted.isLive, JWT: granted.jwt }),
    );
    return feed;
  }

  #sendPermissions({ permissionMask }: Principal): void {
    this.#sentMask = permissionMask;
    this.#output.send(encode('permissions', { Mask: permissionMask & (ALL_PERMISSIONS | ADMINISTRATOR) }));
  }

  #sendDemoStatus({ sessionExpiresAtMs }: Principal): void {
    const remainingMs = sessionExpiresAtMs - this.#parts.deps.clock.hostMs();
    this.#output.send(encode('demoSessionStatus', { ExpiresIn: Math.floor(remainingMs / 1000) }));
  }

  #enqueueInitialState(feed: AccountFeed, principal: Principal, body: Body<'accountSelect'>): void {
    this.#enqueueState(feed, async () => {
      await this.#sendState(feed, principal.userId, {
        balance: body.IncludeBalance,
        positions: body.IncludePositions,
        tradeLogDays: body.IncludeTrades ? 0 : undefined,
        known: knownReportFromWire(body.Known),
      });
      if (feed.signal.aborted) return;
      const ExchangeTime = this.#parts.deps.clock.exchangeMs();
      this.#output.send(encode('initializationComplete', { Account: body.Account, ExchangeTime }));
      this.alertFeed.start(principal);
      this.proposalFeed.start(principal);
      this.strategyFeed.start(principal, body.Account);
    });
  }

  /** Serves accountDataRequest: sends the account's state again. */
  sendAccountData(body: Body<'accountDataRequest'>): void {
    const feed = this.#feed;
    if (!this.#parts.signIn.grant || !feed) return this.#output.fail(NOT_LOGGED_IN, 'accountDataRequest');
    const { userId } = this.#parts.signIn.grant.principal;
    if (body.Account !== feed.account || body.UserId !== userId)
      return this.#output.fail(NO_ACCOUNT, 'accountDataRequest');
    this.#enqueueState(feed, () =>
      this.#sendState(feed, userId, {
        balance: true,
        positions: body.LoadPositions,
        tradeLogDays: body.LoadTradeLogForNBusinessDays,
        known: knownReportFromWire(body.Known),
      }),
    );
  }

  #enqueueState(feed: AccountFeed, send: () => Promise<void>): void {
    this.#parts.stateLane.enqueue(
      async () => (feed.signal.aborted ? undefined : send()),
      () => this.#output.fail(TRY_AGAIN_LATER, 'accountDataRequest'),
    );
  }

  async #sendState(feed: AccountFeed, userId: string, request: StateRequest): Promise<void> {
    const { turns } = this.#parts.shared;
    return sendAccountState(
      { ...this.#parts.deps, turns, send: this.#output.send, drained: this.#output.drained },
      { ...feed, userId },
      request,
    );
  }

  /** Called when the token is renewed, which also happens when the user's permissions have changed. */
  changeUser(principal: Principal): void {
    if (!this.#feed || principal.permissionMask === this.#sentMask) return;
    this.#sendPermissions(principal);
    this.marketFeed.changeUser(principal);
    this.strategyFeed.start(principal, this.#feed.account);
  }

  /** Ends the feeds of the chosen account. `next` is the account that is chosen instead: choosing the same one again does not leave it. */
  drop(next?: string): void {
    const left = this.#feed?.account;
    this.#feed?.stop();
    this.#feed = undefined;
    // When the last connection of an account is closed, the account's options may require that its orders are cancelled.
    if (left !== undefined && left !== next && !this.#parts.shared.registry.hasAccount(left))
      this.#parts.deps.brokerage
        .accountLeft(left)
        .catch((error: unknown) =>
          this.#parts.deps.logger.error(
            { err: error },
            'the orders of an account without a connection could not be cancelled',
          ),
        );
    this.alertFeed.stop();
    this.proposalFeed.stop();
    this.drawingFeed.stop();
    this.saveFeed.stop();
    this.#routeFeed.stop();
    this.marketFeed.stop();
    this.strategyFeed.stop();
  }
}
