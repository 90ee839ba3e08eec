import type { ClientAuth, Configuration, ServerMetadata } from 'openid-client';
import { err, ok, type Result } from '../../../domain/assert/assert.ts';
import type { OidcSubject } from '../../storage/repositories.ts';
import type { OidcConfig } from './oidc-config.ts';

/** The library is read with the first sign-in, not at each start. */
const openIdClient = () => import('openid-client');

/** The provider is read again after this time, so that its new addresses and keys are used. */
const DISCOVERY_MS = 60 * 60_000;
/** The provider must answer each call within this time. */
const ANSWER_LIMIT_SECONDS = 10;
/** Difference between the clocks of provider and server that is permitted. */
const CLOCK_TOLERANCE_SECONDS = 60;
/** The longest subject that the standard permits. */
const MAX_SUBJECT_CHARS = 255;

/** What the user's browser is sent to the provider with, and what the answer is checked against. */
export interface OidcChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** The address that the provider sends the browser back to. */
  readonly returnUrl: string;
}

/** What the provider says of a user. */
export interface OidcProfile {
  /** The mail address, when the provider has verified it. */
  readonly verifiedEmail: string | undefined;
  readonly preferredName: string | undefined;
}

/** A user of the provider. */
export interface OidcUser extends OidcSubject {
  /** Reads the profile; called for users without a link only, since the provider may have to be called for it. */
  readonly profile: () => Promise<Result<OidcProfile, OidcFailure>>;
}

/**
 * Why the provider did not sign a user in. `cancelled`: the user did not agree. `refused`: the provider refused. `used`: the answer was used
 * before, or is too old. `unreachable`: no useful answer. `clock`: a token is valid at another time. `invalid`: an answer that is not the
 * provider's, or not for this sign-in. `client`: the provider does not accept this server.
 */
export type OidcProblem = 'cancelled' | 'refused' | 'used' | 'unreachable' | 'clock' | 'invalid' | 'client';

/** A problem, with the reason for the log. */
export interface OidcFailure {
  readonly problem: OidcProblem;
  readonly detail: string;
}

/** Talks to the provider: authorization code flow with PKCE, state and nonce. */
export class OidcProvider {
  readonly #config: OidcConfig;
  readonly #hostMs: () => number;
  #discovered: { readonly client: Promise<Configuration>; readonly atMs: number } | undefined;

  constructor(config: OidcConfig, hostMs: () => number) {
    this.#config = config;
    this.#hostMs = hostMs;
  }

  /** New checks for a sign-in, and the address at the provider that it begins at. */
  begin(returnUrl: string): Promise<Result<{ checks: OidcChecks; url: string }, OidcFailure>> {
    return attempt(async () => {
      const library = await openIdClient();
      const client = await this.#client();
      const checks = {
        state: library.randomState(),
        nonce: library.randomNonce(),
        codeVerifier: library.randomPKCECodeVerifier(),
        returnUrl,
      };
      const url = library.buildAuthorizationUrl(client, {
        redirect_uri: returnUrl,
        scope: this.#config.scopes,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await library.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { checks, url: url.href };
    });
  }

  /** The user whom the provider has signed in. `query`: that of the address at which the browser came back. */
  finish(query: string, checks: OidcChecks): Promise<Result<OidcUser, OidcFailure>> {
    return attempt(async () => {
      const library = await openIdClient();
      const client = await this.#client();
      const returned = new URL(checks.returnUrl);
      returned.search = query;
      const tokens = await library.authorizationCodeGrant(client, returned, {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new TypeError('The provider sent no ID token.');
      if (claims.sub.length > MAX_SUBJECT_CHARS || /\p{Cc}/u.test(claims.sub))
        throw new TypeError('The subject is no valid one.');
      return {
        // As the configuration and the admin command write it.
        issuer: new URL(claims.iss).href,
        subject: claims.sub,
        profile: () =>
          attempt(async () => {
            // Many providers state the mail address here only.
            const hasMore =
              claims['email'] === undefined && client.serverMetadata().userinfo_endpoint !== undefined;
            if (!hasMore) return profileOf(claims);
            return profileOf(await library.fetchUserInfo(client, tokens.access_token, claims.sub));
          }),
      };
    });
  }

  #client(): Promise<Configuration> {
    const nowMs = this.#hostMs();
    const known = this.#discovered;
    // A clock that was set back must not keep the provider for ever.
    if (known && nowMs >= known.atMs && nowMs < known.atMs + DISCOVERY_MS) return known.client;
    const discovered = { client: this.#discover(), atMs: nowMs };
    this.#discovered = discovered;
    discovered.client.catch(() => {
      // A provider that is down for a moment must not spoil later sign-ins.
      if (this.#discovered === discovered) this.#discovered = undefined;
    });
    return discovered.client;
  }

  async #discover(): Promise<Configuration> {
    const library = await openIdClient();
    const { issuer, clientId, clientSecret } = this.#config;
    const isPlain = issuer.protocol === 'http:';
    const found = await library.discovery(issuer, clientId, undefined, library.None(), {
      timeout: ANSWER_LIMIT_SECONDS,
      // Permitted on this machine only: the configuration has refused others.
      execute: isPlain ? [library.allowInsecureRequests] : [],
    });
    const metadata = found.serverMetadata();
    const client = new library.Configuration(
      metadata,
      clientId,
      { [library.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      clientSecret === undefined ? library.None() : secretAuth(library, metadata, clientSecret),
    );
    client.timeout = ANSWER_LIMIT_SECONDS;
    if (isPlain) library.allowInsecureRequests(client);
    // Checks the signatures of ID tokens, although they come over TLS.
    library.enableNonRepudiationChecks(client);
    return client;
  }
}

/** How the secret is sent: in the header, which is the standard's default, unless the provider supports the body only. */
function secretAuth(
  library: Awaited<ReturnType<typeof openIdClient>>,
  { token_endpoint_auth_methods_supported: methods }: ServerMetadata,
  clientSecret: string,
): ClientAuth {
  const isInBody = methods?.includes('client_secret_post') && !methods.includes('client_secret_basic');
  return isInBody ? library.ClientSecretPost(clientSecret) : library.ClientSecretBasic(clientSecret);
}

function profileOf(claims: Readonly<Record<string, unknown>>): OidcProfile {
  const { email, email_verified: isVerified, preferred_username: name } = claims;
  return {
    // Some providers send the flag as a text.
    verifiedEmail:
      typeof email === 'string' && email !== '' && (isVerified === true || isVerified === 'true')
        ? email
        : undefined,
    preferredName: typeof name === 'string' ? name : undefined,
  };
}

async function attempt<Value>(work: () => Promise<Value>): Promise<Result<Value, OidcFailure>> {
  try {
    return ok(await work());
  } catch (error) {
    return err({ problem: problemOf(error), detail: detailOf(error) });
  }
}

/** Codes and fields that the errors of the library have. */
interface LibraryError {
  readonly code?: unknown;
  readonly error?: unknown;
}

const PROBLEMS_BY_CODE: Readonly<Record<string, OidcProblem>> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'clock',
  OAUTH_TIMEOUT: 'unreachable',
  OAUTH_ABORT: 'unreachable',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'unreachable',
  OAUTH_RESPONSE_IS_NOT_JSON: 'unreachable',
  OAUTH_PARSE_ERROR: 'unreachable',
};
/** Errors of the standards, in the query of the answer or of the token endpoint. */
const PROBLEMS_BY_ERROR: Readonly<Record<string, OidcProblem>> = {
  access_denied: 'cancelled',
  invalid_grant: 'used',
  invalid_client: 'client',
  unauthorized_client: 'client',
  temporarily_unavailable: 'unreachable',
  server_error: 'unreachable',
};

function problemOf(error: unknown): OidcProblem {
  const { code, error: named } = error as LibraryError;
  if (typeof named === 'string') return PROBLEMS_BY_ERROR[named] ?? 'refused';
  if (typeof code === 'string') return PROBLEMS_BY_CODE[code] ?? 'invalid';
  return error instanceof TypeError && error.message === 'fetch failed' ? 'unreachable' : 'invalid';
}

/** The messages of an error and its causes. Tokens and codes are in none of them. */
function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const { error: named } = error as LibraryError;
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${typeof named === 'string' ? ` (${named})` : ''}${cause}`.slice(0, 300);
}
