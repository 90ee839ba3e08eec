import { encode, type Body } from '../../../protocol/index.ts';
import type { AlertsService } from '../../alerts/alerts-service.ts';
import type { Principal } from '../../identity/identity.ts';
import type { Logger } from '../../logging.ts';
import { AlertDocumentFeed } from './alert-document-feed.ts';

/** The alert messages of one trading connection. A demo session has no alerts on the server: nothing is sent to it, and its messages change nothing. */
export class AlertFeed {
  /** The messages about the alerts themselves; the log of firings is served here. */
  readonly documents: AlertDocumentFeed;
  readonly #alerts: AlertsService;
  readonly #logger: Pick<Logger, 'error'>;
  readonly #send: (frame: string) => void;
  #userId: string | undefined;
  #end = (): void => {};

  constructor(
    { alerts, logger }: { readonly alerts: AlertsService; readonly logger: Pick<Logger, 'error'> },
    userAgent: string,
    send: (frame: string) => void,
  ) {
    this.#alerts = alerts;
    this.#logger = logger;
    this.#send = send;
    this.documents = new AlertDocumentFeed(alerts.documents, userAgent, send);
  }

  /** Call when the account is selected: sends the log, then every firing once it is stored. */
  start(principal: Principal): void {
    this.#end();
    this.#userId = principal.isDemo ? undefined : principal.userId;
    if (this.#userId === undefined) return;
    // Subscribe before the log is read, so that no firing is missed. A firing between the two is sent twice; the client drops the second by its serial.
    this.#end = this.#alerts.listen(this.#userId, (firing) => this.#send(encode('alertFired', firing)));
    this.#sendLog(this.#userId).catch((error: unknown) =>
      this.#logger.error({ err: error }, 'the log of alerts could not be sent'),
    );
  }

  /** Marks the firings up to a serial as seen. */
  async seen({ UpTo }: Body<'alertFiringsSeen'>): Promise<void> {
    if (this.#userId !== undefined) await this.#alerts.markSeen(this.#userId, UpTo);
  }

  /** Clears the log up to a serial and sends what remains. */
  async clear({ UpTo }: Body<'alertFiringsClear'>): Promise<void> {
    const userId = this.#userId;
    if (userId === undefined) return;
    await this.#alerts.clear(userId, UpTo);
    await this.#sendLog(userId);
  }

  /** Ends the subscriptions; the account is no longer selected. */
  stop(): void {
    this.#end();
    this.#end = () => {};
    this.#userId = undefined;
    this.documents.stop();
  }

  async #sendLog(userId: string): Promise<void> {
    const { firings, seenSerial } = await this.#alerts.log(userId);
    if (this.#userId === userId)
      this.#send(encode('alertFirings', { Items: [...firings], SeenUpTo: seenSerial }));
  }
}
