import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { err, ok, type Result } from '../../../domain/assert/assert.ts';
import type { Clock } from '../../clock.ts';
import { createSecretBox, type SecretBox } from '../../secret-box.ts';
import type { SystemValues } from '../../storage/repositories.ts';
import type { Throttle } from '../throttle.ts';
import type { OidcConfig } from './oidc-config.ts';
import type { OidcFailure, OidcProblem, OidcProvider, OidcUser } from './oidc-provider.ts';
import type { OidcUsers } from './oidc-users.ts';

/** Name of the system value with the key that seals sign-ins under way. */
const SIGN_IN_KEY = 'oidc-sign-in-key';
/** The user has this long to sign in at the provider. */
const PENDING_MS = 15 * 60_000;
/** A user with a second factor has this long to enter its code. */
const TICKET_MS = 5 * 60_000;
const PENDING = 'oidc-pending';
const TICKET = 'oidc-ticket';

/**
 * Why there is no sign-in. Beside the problems of the provider: `pending`: begun too long ago, answered before, or not begun here. `unlinked`:
 * the subject belongs to no user. `wait`: too many attempts. `off`: not configured. `failed`: an error of the server.
 */
export type OidcRefusal =
  | { readonly reason: OidcProblem | 'pending' | 'off' | 'failed' }
  | { readonly reason: 'unlinked'; readonly subject: string }
  | { readonly reason: 'wait'; readonly retryAfterSeconds: number };

/** A sign-in that was begun: where the browser goes, and a text that goes back with the answer. */
export interface OidcBegun {
  readonly url: string;
  readonly pending: string;
}

/** The sign-in with a provider of OpenID Connect, up to the ticket with which a session starts. */
export interface OidcCalls {
  /** What users call the provider; undefined when there is none. */
  readonly oidcLabel: string | undefined;
  /** Begins a sign-in. `returnUrl`: the page that the provider sends the browser back to. */
  beginOidc(returnUrl: string): Promise<Result<OidcBegun, OidcRefusal>>;
  /**
   * Checks the answer of the provider, and links its user when that is permitted. Resolves with a ticket that starts a session once, within five
   * minutes. Throttled by address.
   */
  finishOidc(answer: OidcAnswer): Promise<Result<string, OidcRefusal>>;
}

/** `query`: that of the address at which the browser came back. */
export interface OidcAnswer {
  readonly pending: string;
  readonly query: string;
  readonly address: string;
}

const pendingSchema = v.object({
  state: v.string(),
  nonce: v.string(),
  codeVerifier: v.string(),
  returnUrl: v.string(),
  endsAtMs: v.number(),
});
type Pending = v.InferOutput<typeof pendingSchema>;
const ticketSchema = v.object({
  issuer: v.string(),
  subject: v.string(),
  ticketId: v.string(),
  /** The run of the server that gave it: used tickets are remembered no longer than that. */
  runId: v.string(),
  endsAtMs: v.number(),
});

/** What a ticket states; it is used up when a session starts. */
export type Ticket = v.InferOutput<typeof ticketSchema>;

export interface OidcSignInDeps {
  readonly config: OidcConfig;
  readonly provider: Pick<OidcProvider, 'begin' | 'finish'>;
  readonly users: Pick<OidcUsers, 'canLink' | 'isLinked' | 'linkAtFirstSignIn'>;
  readonly repositories: { readonly system: SystemValues };
  readonly clock: Clock;
  readonly throttle: Pick<Throttle, 'attempt' | 'withdrawn'>;
  readonly log: (line: string) => void;
}

/** Takes users to the provider, and gives those who come back a ticket. What is under way is sealed and kept by the browser. */
export class OidcSignIn implements OidcCalls {
  readonly #deps: OidcSignInDeps;
  readonly #box: SecretBox;
  readonly #runId = randomUUID();
  /** Ends of answers and tickets that were used: each is used once. */
  readonly #used = new Map<string, number>();

  constructor(deps: OidcSignInDeps) {
    this.#deps = deps;
    this.#box = createSecretBox(deps.repositories.system, SIGN_IN_KEY);
  }

  get oidcLabel(): string {
    return this.#deps.config.label;
  }

  beginOidc(returnUrl: string): Promise<Result<OidcBegun, OidcRefusal>> {
    return this.#guarded(async () => {
      const begun = await this.#deps.provider.begin(returnUrl);
      if (!begun.ok) return err(this.#refusalOf(begun.error));
      const { checks, url } = begun.value;
      const endsAtMs = this.#deps.clock.hostMs() + PENDING_MS;
      const pending = await this.#box.seal(
        PENDING,
        JSON.stringify({ ...checks, endsAtMs } satisfies Pending),
      );
      return ok({ url, pending });
    });
  }

  finishOidc({ pending, query, address }: OidcAnswer): Promise<Result<string, OidcRefusal>> {
    return this.#guarded(async () => {
      const { throttle, provider, clock } = this.#deps;
      const retryAfterSeconds = await throttle.attempt(undefined, address);
      if (retryAfterSeconds !== undefined) return err({ reason: 'wait', retryAfterSeconds });
      const checks = await this.#open(PENDING, pending, pendingSchema);
      if (!checks || !this.#useUp(checks.state, checks.endsAtMs)) return err({ reason: 'pending' });
      const signedIn = await provider.finish(query, checks);
      if (!signedIn.ok) {
        const { problem } = signedIn.error;
        // No failure of the user's.
        if (problem === 'cancelled' || problem === 'unreachable')
          await throttle.withdrawn(undefined, address);
        return err(this.#refusalOf(signedIn.error));
      }
      const { issuer, subject } = signedIn.value;
      const refusal = await this.#linkRefusal(signedIn.value, address);
      if (refusal) return err(refusal);
      await throttle.withdrawn(undefined, address);
      const ticket = {
        issuer,
        subject,
        ticketId: randomUUID(),
        runId: this.#runId,
        endsAtMs: clock.hostMs() + TICKET_MS,
      };
      return ok(await this.#box.seal(TICKET, JSON.stringify(ticket satisfies Ticket)));
    });
  }

  /** What a ticket states; undefined when it is none, is over, is of an earlier run of the server, or was used. It stays usable until `useTicket`, for further tries of the code. */
  async readTicket(sealed: string): Promise<Ticket | undefined> {
    const ticket = await this.#open(TICKET, sealed, ticketSchema);
    return ticket?.runId === this.#runId && !this.#used.has(ticket.ticketId) ? ticket : undefined;
  }

  /** False when the ticket was used before: of two concurrent uses one gets true. */
  useTicket({ ticketId, endsAtMs }: Ticket): boolean {
    return this.#useUp(ticketId, endsAtMs);
  }

  /** Why the user of the provider cannot sign in here; undefined for one who is linked, perhaps just now. */
  async #linkRefusal(user: OidcUser, address: string): Promise<OidcRefusal | undefined> {
    const { users, log } = this.#deps;
    const { issuer, subject } = user;
    if (await users.isLinked({ issuer, subject })) return undefined;
    if (users.canLink) {
      const profile = await user.profile();
      if (!profile.ok) return this.#refusalOf(profile.error);
      if (await users.linkAtFirstSignIn({ issuer, subject }, profile.value, address)) return undefined;
    }
    log(`A sign-in was refused: ${issuer} has signed in ${subject}, who is linked to no user.`);
    return { reason: 'unlinked', subject };
  }

  /** The refusal for a problem, whose details are logged. */
  #refusalOf({ problem, detail }: OidcFailure): OidcRefusal {
    if (problem !== 'cancelled')
      this.#deps.log(`A sign-in with ${this.#deps.config.issuer.href} failed (${problem}): ${detail}`);
    return { reason: problem };
  }

  /** What was sealed for the purpose, unless it is over. */
  async #open<Sealed extends { readonly endsAtMs: number }>(
    purpose: string,
    sealed: string,
    schema: v.GenericSchema<Sealed>,
  ): Promise<Sealed | undefined> {
    const opened = await this.#box.open(purpose, sealed);
    if (opened === undefined) return undefined;
    const read = v.parse(schema, JSON.parse(opened));
    return read.endsAtMs > this.#deps.clock.hostMs() ? read : undefined;
  }

  #useUp(id: string, endsAtMs: number): boolean {
    const nowMs = this.#deps.clock.hostMs();
    for (const [used, endMs] of this.#used) if (endMs <= nowMs) this.#used.delete(used);
    if (this.#used.has(id)) return false;
    this.#used.set(id, endsAtMs);
    return true;
  }

  async #guarded<Value>(
    work: () => Promise<Result<Value, OidcRefusal>>,
  ): Promise<Result<Value, OidcRefusal>> {
    try {
      return await work();
    } catch (error) {
      this.#deps.log(`A sign-in failed: ${error instanceof Error ? error.message : String(error)}`);
      return err({ reason: 'failed' });
    }
  }
}
