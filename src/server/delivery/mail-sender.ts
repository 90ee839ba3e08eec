import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createTransport, type Transporter } from 'nodemailer';
import type { Notice } from '../../domain/notices/index.ts';
import type { StoredChannel, StoredDelivery } from '../storage/delivery-store.ts';
import type { ChannelSender, SendOutcome } from './channel-sender.ts';
import type { MailConfig } from './config.ts';

/** Each step of the connection to the mail server must be answered within this time, ms. */
const STEP_LIMIT_MS = 10_000;
const SMTPS_PORT = 465;
const SUBMISSION_PORT = 587;
const MAIL_PAUSE_MS = 60_000;
const MAX_NOTICES = 50;
const FOOTER =
  'You chose this on the page Notifications of Tapedeck, where you can also change it. Answers to this mail are not read.';

const RESET_FOOTER =
  'This mail was requested on the login page of Tapedeck for the user with this address. Answers to it are not read.';

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  dateStyle: 'medium',
  timeStyle: 'medium',
});

/** What is sent to one address. */
interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Why the reader receives it. */
  readonly footer: string;
  /** Makes the Message-ID: the same letter has the same one at each attempt. */
  readonly id: string;
}

/** Sends notices as plain text mails. All that wait for an address go into one mail, and mails are at least a minute apart. */
export class MailSender implements ChannelSender {
  readonly maxBatch = MAX_NOTICES;
  readonly pauseMs = MAIL_PAUSE_MS;
  readonly #transport: Transporter;
  readonly #from: string;

  constructor({ url, password, from }: MailConfig) {
    const isSecure = url.protocol === 'smtps:';
    const user = decodeURIComponent(url.username);
    this.#transport = createTransport({
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port === '' ? (isSecure ? SMTPS_PORT : SUBMISSION_PORT) : Number(url.port),
      secure: isSecure,
      requireTLS: url.searchParams.get('requireTLS') === 'true',
      ...(user === '' ? {} : { auth: { user, pass: password ?? decodeURIComponent(url.password) } }),
      connectionTimeout: STEP_LIMIT_MS,
      greetingTimeout: STEP_LIMIT_MS,
      socketTimeout: STEP_LIMIT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    this.#from = from;
  }

  send(
    { label }: StoredChannel,
    deliveries: readonly StoredDelivery[],
    signal: AbortSignal,
  ): Promise<SendOutcome> {
    // The outbox holds only what this service has written.
    const notices = deliveries.map(({ body }) => JSON.parse(body) as Notice);
    return this.#post(
      {
        to: label,
        subject:
          notices.length === 1 ? (notices[0]?.title ?? '') : `${notices.length} notifications from Tapedeck`,
        text: notices
          .map(({ title, text, atMs }) => `${title}\n${text}\n${newYork.format(atMs)} New York time`)
          .join('\n\n'),
        footer: FOOTER,
        id: deliveries.map(({ deliveryId }) => deliveryId).join(),
      },
      signal,
    );
  }

  /** Sends the code that confirms an address. Resolves with the reason of a failure, as a sentence for the user. */
  async sendCode(to: string, code: string): Promise<string | undefined> {
    const outcome = await this.#post(
      {
        to,
        subject: `${code} is your code for Tapedeck`,
        text: `Enter ${code} on the page Notifications of Tapedeck to receive notifications at this address. The code is valid for 15 minutes.\n\nIf you did not request it, ignore this mail: nothing is sent to you without the code.`,
        footer: FOOTER,
        id: `${to} ${code}`,
      },
      AbortSignal.timeout(2 * STEP_LIMIT_MS),
    );
    return outcome.kind === 'delivered' ? undefined : outcome.error;
  }

  /** Sends the link with which a user sets a new password. Resolves with the reason of a failure. */
  async sendResetLink(to: string, link: string): Promise<string | undefined> {
    const outcome = await this.#post(
      {
        to,
        subject: 'Set a new password for Tapedeck',
        text: `With this link you set a new password, once, within an hour:\n\n${link}\n\nThe link replaces an earlier one. If you did not request it, ignore this mail: your password stays as it is.`,
        footer: RESET_FOOTER,
        id: link,
      },
      AbortSignal.timeout(2 * STEP_LIMIT_MS),
    );
    return outcome.kind === 'delivered' ? undefined : outcome.error;
  }

  async #post({ to, subject, text, footer, id }: Letter, signal: AbortSignal): Promise<SendOutcome> {
    const sent = this.#transport.sendMail({
      from: this.#from,
      to: { name: '', address: to },
      subject,
      text: `${text}\n\n--\n${footer}\n`,
      messageId: `<${createHash('sha256').update(id).digest('hex').slice(0, 32)}@tapedeck>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    try {
      await Promise.race([sent, aborted(signal)]);
      return { kind: 'delivered' };
    } catch (error) {
      return { kind: 'failed', error: problemOf(error) };
    }
  }
}

async function aborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw new Error('cut');
}

/** Errors of nodemailer and of the connection have a code; the text of a mail server may name its internals. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return 'The mail server did not answer in time.';
  const status = 'responseCode' in error ? ` (${String(error.responseCode)})` : '';
  switch (error.code) {
    case 'EENVELOPE':
      return `The mail server refused the address${status}.`;
    case 'EAUTH':
      return `The mail server refused the sign-in of this server${status}. The operator can correct it.`;
    case 'EMESSAGE':
      return `The mail server refused the mail${status}.`;
    default:
      return 'The mail server could not be reached.';
  }
}
