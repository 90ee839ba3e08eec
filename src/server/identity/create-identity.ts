import { err, ok, type Result } from '../../domain/assert/assert.ts';
import type { Clock } from '../clock.ts';
import type { AccountRecord, Repositories, UserProfile } from '../storage/repositories.ts';
import { checkedContactData } from './contact-data.ts';
import { createDemoUser } from './demo-user.ts';
import type {
  CodeRequired,
  Grant,
  Identity,
  LoginFailure,
  LoginRefusal,
  NamedProfile,
  Principal,
} from './identity.ts';
import type { OidcConfig } from './oidc/oidc-config.ts';
import { OidcProvider } from './oidc/oidc-provider.ts';
import { OidcSignIn, type OidcCalls } from './oidc/oidc-sign-in.ts';
import { OidcUsers } from './oidc/oidc-users.ts';
import { createOwnSessions } from './own-sessions.ts';
import { Passkeys, type OwnPasskeys } from './passkeys.ts';
import { changePassword } from './password-change.ts';
import { checkResetLink, resetPassword } from './reset-link.ts';
import { RightsWatch } from './rights-watch.ts';
import { SecondFactors, type SecondFactor } from './second-factor.ts';
import { SessionGrants } from './session-grants.ts';
import { SessionKeeper } from './session-keeper.ts';
import { SignIn } from './sign-in.ts';
import { createThrottle, DEFAULT_LIMITS, type Throttle, type ThrottleLimits } from './throttle.ts';
import { createTokens } from './tokens.ts';

const DEMO_MS = 60 * 60_000;

/** `TryLater`: too many attempts, or too many passwords are being checked. */
export type LoginRefusalReason = LoginFailure | 'TryLater';

export interface IdentityOptions {
  readonly repositories: Repositories;
  readonly clock: Clock;
  /** Length of a demo session, ms; an hour by default. */
  readonly demoLengthMs?: number | undefined;
  /** How long a session stays stored after its end, ms; 0 by default. */
  readonly endedSessionsKeptMs?: number | undefined;
  /** Called once for a new demo account, before its owner can select it: fund it here. */
  readonly onDemoCreated?: ((account: AccountRecord) => Promise<void>) | undefined;
  /** The provider of OpenID Connect; undefined: there is none. */
  readonly oidc?: OidcConfig | undefined;
  /** Called once for the account of a user that a first sign-in has made, before its owner can select it: fund it here. */
  readonly onAccountMade?: ((account: AccountRecord) => Promise<void>) | undefined;
  readonly limits?: Partial<ThrottleLimits> | undefined;
  /** Receives the reason of each sign-in that was refused. */
  readonly onLoginRefused?: ((reason: LoginRefusalReason) => void) | undefined;
  /** Receives messages for the operator, one line each. */
  readonly log?: ((line: string) => void) | undefined;
}

interface OidcParts extends Pick<IdentityOptions, 'repositories' | 'clock' | 'onAccountMade'> {
  readonly throttle: Throttle;
  readonly log: (line: string) => void;
}

/** Identity with the sweep that ends expired sessions. */
export interface IdentityService extends Identity {
  /** Ends expired sessions and removes the demo users of ended ones; also runs every second. */
  sweep(): Promise<void>;
  /** Stops the sweeps. Sessions stay as they are. */
  close(): void;
}

/** Calls `work`; an error is logged, and `failed` is the outcome. */
async function logged<Outcome>(
  work: () => Promise<Outcome>,
  failed: Outcome,
  log: (line: string) => void,
  failure: string,
): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    log(`${failure}: ${error instanceof Error ? error.message : String(error)}`);
    return failed;
  }
}

/** Users, tokens and sessions over the repositories. */
export function createIdentity(options: IdentityOptions): IdentityService {
  const { repositories, clock } = options;
  const log = options.log ?? (() => undefined);
  const throttle = createThrottle({ ...DEFAULT_LIMITS, ...options.limits });
  const keeper = new SessionKeeper(repositories, clock, log, options.endedSessionsKeptMs);
  const grants = new SessionGrants(repositories, clock, createTokens(repositories.system), keeper);
  const factors = new SecondFactors({ repositories, clock, throttle, keeper, log });
  const passkeys = new Passkeys({ repositories, clock, throttle, keeper, log }, factors);
  const oidc = options.oidc && createOidcSignIn(options.oidc, { ...options, throttle, log });
  const signIn = new SignIn({ repositories, clock, throttle, keeper, grants, factors, passkeys, oidc, log });
  const rights = new RightsWatch(repositories, log);

  const startDemo = async (address: string): Promise<Result<Grant, LoginRefusal>> => {
    const retryAfterSeconds = await throttle.demo(address);
    if (retryAfterSeconds !== undefined) return err({ failure: 'ServerError', retryAfterSeconds });
    const endsAtMs = clock.hostMs() + (options.demoLengthMs ?? DEMO_MS);
    const { user, account } = await createDemoUser(repositories, endsAtMs);
    await options.onDemoCreated?.(account);
    return ok(await grants.start(user, endsAtMs, { address, userAgent: '' }));
  };

  return {
    login: (credentials) => observedLogin(signIn.login(credentials), options.onLoginRefused),
    loginWithPasskey: (answer) => observedLogin(signIn.loginWithPasskey(answer), options.onLoginRefused),
    loginWithTicket: (use) => observedLogin(signIn.loginWithTicket(use), options.onLoginRefused),
    startDemo: (address) =>
      logged(
        () => startDemo(address),
        err({ failure: 'ServerError' }),
        log,
        'A demo session could not start',
      ),
    verify: (jwt) => grants.verify(jwt),
    verifyOverdue: (jwt) => grants.verifyOverdue(jwt),
    selectAccount: (principal, account) =>
      logged(
        () => grants.selectAccount(principal, account),
        err('DatabaseError'),
        log,
        'An account could not be selected',
      ),
    refresh: (principal, origin) => grants.refresh(principal, origin),
    logout: (sessionId) => keeper.end(sessionId, 'logout'),
    noteSeen: (sessionId) => keeper.recordActivity(sessionId),
    ...createOwnSessions({ repositories, clock, keeper, throttle, log }),
    ...secondFactorCalls(factors),
    ...passkeyCalls(passkeys),
    ...oidcCalls(oidc),
    ...readCalls(repositories),
    changePassword: (principal, change) =>
      logged(
        () => changePassword({ repositories, clock, throttle, keeper }, principal, change),
        'OtherError',
        log,
        'A password could not be changed',
      ),
    checkResetLink: (link) => checkResetLink({ repositories, clock, throttle, log }, link),
    resetPassword: (reset) => resetPassword({ repositories, clock, throttle, keeper, log }, reset),
    updateProfile: (principal, profile) => updateProfile(repositories, principal, profile),
    onRightsChanged: (userId, listener) => rights.listen(userId, listener),
    onSessionEnded: (listener) => keeper.onEnded(listener),
    sweep: () => keeper.sweep(),
    close() {
      keeper.close();
      rights.close();
    },
  };
}

const readCalls = ({ accounts, users }: Repositories): Pick<Identity, 'accountsOf' | 'profileOf'> => ({
  async accountsOf(userId) {
    const choices = await accounts.ofUser(userId);
    return choices.map(({ account, isLive, isDefault }) => ({ account, isLive, isDefault }));
  },
  async profileOf(userId) {
    const user = await users.byId(userId);
    return user && { ...user.profile, userName: user.userName };
  },
});
// Calls by name, because methods of a class are not copied with its instance.
const secondFactorCalls = (factors: SecondFactors): SecondFactor => ({
  secondFactorOf: (userId) => factors.secondFactorOf(userId),
  beginSecondFactor: (caller, given) => factors.beginSecondFactor(caller, given),
  confirmSecondFactor: (caller, given) => factors.confirmSecondFactor(caller, given),
  renewRecoveryCodes: (userId, given) => factors.renewRecoveryCodes(userId, given),
  turnSecondFactorOff: (userId, given) => factors.turnSecondFactorOff(userId, given),
  confirmPresence: (userId, given) => factors.confirmPresence(userId, given),
});
const passkeyCalls = (passkeys: Passkeys): OwnPasskeys => ({
  passkeysOf: (userId) => passkeys.passkeysOf(userId),
  beginPasskey: (caller, site, given) => passkeys.beginPasskey(caller, site, given),
  addPasskey: (caller, made) => passkeys.addPasskey(caller, made),
  removePasskey: (userId, credentialId, given) => passkeys.removePasskey(userId, credentialId, given),
  passkeyChallenge: (site) => passkeys.passkeyChallenge(site),
});
const oidcCalls = (oidc: OidcSignIn | undefined): OidcCalls => ({
  oidcLabel: oidc?.oidcLabel,
  beginOidc: async (returnUrl) => (oidc ? oidc.beginOidc(returnUrl) : err({ reason: 'off' })),
  finishOidc: async (answer) => (oidc ? oidc.finishOidc(answer) : err({ reason: 'off' })),
});

function createOidcSignIn(
  config: OidcConfig,
  { repositories, clock, throttle, onAccountMade, log }: OidcParts,
): OidcSignIn {
  const provider = new OidcProvider(config, () => clock.hostMs());
  const users = new OidcUsers({ config, repositories, clock, onAccountMade, log });
  return new OidcSignIn({ config, provider, users, repositories, clock, throttle, log });
}

/** The outcome of a sign-in, with the reason of a refusal reported. */
async function observedLogin<Refusal extends LoginRefusal | CodeRequired>(
  login: Promise<Result<Grant, Refusal>>,
  onRefused: IdentityOptions['onLoginRefused'],
): Promise<Result<Grant, Refusal>> {
  const outcome = await login;
  if (!outcome.ok) {
    const { failure, retryAfterSeconds } = outcome.error;
    // The user is in the middle of signing in.
    if (failure !== 'CodeRequired') onRefused?.(retryAfterSeconds === undefined ? failure : 'TryLater');
  }
  return outcome;
}

async function updateProfile(
  repositories: Repositories,
  principal: Principal,
  profile: UserProfile,
): Promise<Result<NamedProfile, { message: string | undefined }>> {
  const user = await repositories.users.byId(principal.userId);
  if (!user) return err({ message: undefined });
  if (user.isDemo) return err({ message: 'Changing contact info is not supported during Demo Session' });
  const checked = checkedContactData(profile);
  if (!checked.ok) return err({ message: checked.error });
  await repositories.users.update(user.userId, { profile: checked.value });
  return ok({ ...checked.value, userName: user.userName });
}
