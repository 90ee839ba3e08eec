import { randomInt } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { err, ok, type Result } from '../../domain/assert/assert.ts';
import { MINUTE_MS } from '../../domain/calendar/durations.ts';
import type { SecretBox } from '../secret-box.ts';
import type { DeliveryStore } from '../storage/delivery-store.ts';
import { DEMO_REFUSAL, type DeliveryCaller, type DeliveryRefusal } from './delivery-caller.ts';
import type { MailSender } from './mail-sender.ts';
import type { NoticeSources } from './notice-sources.ts';
import type { UserChannels } from './user-channels.ts';

/** Id of the user's confirmed mail address. */
const MAIL_ID = 'mail';
/** Id of an address that waits for its code. */
const PENDING_MAIL_ID = 'mail-pending';
const CODE_VALID_MS = 15 * MINUTE_MS;
const MAX_WRONG_CODES = 5;
/** Codes that a user may have sent in an hour: they reach addresses of others. */
const CODES_PER_HOUR = 5;
const SECONDS_PER_HOUR = 3_600;

/** What is stored, sealed, of an address that waits for its code. */
interface PendingCode {
  readonly code: string;
  /** Host UTC ms. */
  readonly sentAtMs: number;
  readonly wrongCodes: number;
}

/** What setting up a mail address needs. */
export interface MailSetupParts {
  readonly store: DeliveryStore;
  readonly channels: UserChannels;
  readonly secrets: SecretBox;
  readonly sources: Pick<NoticeSources, 'change'>;
  readonly mail: Pick<MailSender, 'sendCode'>;
  readonly hostMs: () => number;
}

const purposeOf = (userId: string): string => `mail-code:${userId}`;
const invalid = (message: string): Result<never, DeliveryRefusal> => err({ reason: 'invalid', message });
const EXPIRED_TEXT = 'The code has expired. Request a new one.';

/** Sets up the mail address of a user: a code is sent to it, and notices only after the user has entered the code. */
export class MailSetup {
  readonly #parts: MailSetupParts;
  readonly #codes = new RateLimiterMemory({ points: CODES_PER_HOUR, duration: SECONDS_PER_HOUR });

  constructor(parts: MailSetupParts) {
    this.#parts = parts;
  }

  /** Sends a code to an address. An address that was confirmed before stays in use until the new one is. */
  async begin(
    { userId, isDemo }: DeliveryCaller,
    address: string,
  ): Promise<Result<undefined, DeliveryRefusal>> {
    if (isDemo) return err(DEMO_REFUSAL);
    try {
      await this.#codes.consume(userId);
    } catch {
      // The limiter rejects beyond its limit, and for no other reason: it is in memory.
      return err({ reason: 'wait', message: `At most ${CODES_PER_HOUR} codes an hour. Try again later.` });
    }
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const problem = await this.#parts.mail.sendCode(address, code);
    if (problem !== undefined) return invalid(`The code could not be sent. ${problem}`);
    await this.#putPending(userId, address, { code, sentAtMs: this.#parts.hostMs(), wrongCodes: 0 });
    return ok(undefined);
  }

  /** Confirms the address with the code that was sent to it. The codes of a user are checked one after another. */
  confirm({ userId, isDemo }: DeliveryCaller, code: string): Promise<Result<undefined, DeliveryRefusal>> {
    return isDemo
      ? Promise.resolve(err(DEMO_REFUSAL))
      : this.#parts.sources.change(userId, () => this.#confirm(userId, code));
  }

  async #confirm(userId: string, code: string): Promise<Result<undefined, DeliveryRefusal>> {
    const { store, channels, secrets, hostMs } = this.#parts;
    const pending = await channels.find(userId, PENDING_MAIL_ID);
    if (!pending) return err({ reason: 'missing', message: 'No address waits for a code. Enter it again.' });
    const text = await secrets.open(purposeOf(userId), pending.sealedSecret);
    // Sealed by `#putPending` alone.
    const known = text === undefined ? undefined : (JSON.parse(text) as PendingCode);
    const ageMs = known ? Math.abs(hostMs() - known.sentAtMs) : Infinity;
    if (!known || ageMs > CODE_VALID_MS) return invalid(EXPIRED_TEXT);
    if (known.code !== code) {
      const wrongCodes = known.wrongCodes + 1;
      if (wrongCodes < MAX_WRONG_CODES) {
        await this.#putPending(userId, pending.label, { ...known, wrongCodes });
        return invalid('The code is incorrect.');
      }
      await store.removeChannel(userId, PENDING_MAIL_ID, hostMs());
      return invalid('Too many incorrect codes. Request a new one.');
    }
    await channels.put({
      userId,
      channelId: MAIL_ID,
      kind: 'Mail',
      label: pending.label,
      isVerified: true,
      secret: undefined,
    });
    await store.removeChannel(userId, PENDING_MAIL_ID, hostMs());
    return ok(undefined);
  }

  #putPending(userId: string, address: string, pending: PendingCode): Promise<void> {
    return this.#parts.channels.put({
      userId,
      channelId: PENDING_MAIL_ID,
      kind: 'Mail',
      label: address,
      isVerified: false,
      secret: { purpose: purposeOf(userId), text: JSON.stringify(pending) },
    });
  }
}
