import { randomUUID } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Clock } from '../clock.ts';
import type { Repositories, UserRecord } from '../storage/repositories.ts';
import { consume } from './consume.ts';
import { makeResetLink } from './reset-link.ts';
import { isUsable } from './usable-user.ts';

const WINDOW_SECONDS = 3_600;
/** Requests from an address in an hour that are answered. */
const MAX_PER_ADDRESS = 20;
/** Mails to a user in an hour; further requests are answered and send nothing. */
const MAX_PER_USER = 3;

/** What mailing reset links needs. */
export interface MailedResetsDeps {
  readonly repositories: Pick<Repositories, 'users' | 'resetLinks' | 'deliveries' | 'audit'>;
  readonly clock: Clock;
  /** Sends a link; resolves with the reason of a failure. */
  readonly mail: { sendResetLink(to: string, link: string): Promise<string | undefined> };
  /** The address of the workstation in the browser, ending in a slash. From the configuration: a request could name a foreign one. */
  readonly publicUrl: URL;
  readonly log: (line: string) => void;
}

/** Mails reset links to users who have forgotten their password. What is answered reveals neither users nor addresses. */
export class MailedResets {
  readonly #deps: MailedResetsDeps;
  readonly #addresses = new RateLimiterMemory({ points: MAX_PER_ADDRESS, duration: WINDOW_SECONDS });
  readonly #users = new RateLimiterMemory({ points: MAX_PER_USER, duration: WINDOW_SECONDS });
  readonly #sending = new Set<Promise<void>>();

  constructor(deps: MailedResetsDeps) {
    this.#deps = deps;
  }

  /** Takes a request of a network address. Resolves with seconds to wait, or undefined before any lookup, so that the time reveals nothing. */
  async request(userName: string, address: string): Promise<number | undefined> {
    const retryAfterSeconds = await consume(this.#addresses, address);
    if (retryAfterSeconds !== undefined) return retryAfterSeconds;
    const sending = this.#send(userName, address)
      .catch((error: unknown) =>
        this.#deps.log(
          `A reset link could not be mailed: ${error instanceof Error ? error.message : String(error)}`,
        ),
      )
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
    return undefined;
  }

  /** Resolves when all mails under way are sent or have failed. */
  async settled(): Promise<void> {
    await Promise.all(this.#sending);
  }

  async #send(userName: string, address: string): Promise<void> {
    const { repositories, clock, mail, publicUrl } = this.#deps;
    const user = await this.#userOf(userName);
    const to = user && (await this.#confirmedAddressOf(user.userId));
    if (!user || to === undefined || (await consume(this.#users, user.userId)) !== undefined) return;
    const nowMs = clock.hostMs();
    const entryId = randomUUID();
    await repositories.audit.add({
      entryId,
      atMs: nowMs,
      actor: `a client at ${address}`,
      command: `request a reset link by mail for ${user.userName}`,
      outcome: 'unfinished',
    });
    const token = await makeResetLink(repositories, user.userId, nowMs);
    const problem = await mail.sendResetLink(to, `${publicUrl.href}ResetPassword#${token}`);
    await repositories.audit.setOutcome(entryId, problem === undefined ? 'done' : 'failed');
    if (problem !== undefined) this.#deps.log(`A reset link could not be mailed: ${problem}`);
  }

  /** The user of a name who may sign in and is no demo. */
  async #userOf(userName: string): Promise<UserRecord | undefined> {
    // PostgreSQL refuses texts with a NUL character.
    if (userName.includes('\0')) return undefined;
    const user = await this.#deps.repositories.users.byName(userName);
    return user && !user.isDemo && isUsable(user, this.#deps.clock.hostMs()) ? user : undefined;
  }

  /** The mail address that the user has confirmed with a code; that of the contact data is not confirmed. */
  async #confirmedAddressOf(userId: string): Promise<string | undefined> {
    const channels = await this.#deps.repositories.deliveries.channels(userId);
    return channels.find(({ kind, isVerified }) => kind === 'Mail' && isVerified)?.label;
  }
}
