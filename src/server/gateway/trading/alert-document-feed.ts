import { ALERT_SCHEMA_VERSION, type AlertRow } from '../../../domain/alerts/index.ts';
import { hasPermission, Permission } from '../../../domain/permissions.ts';
import { encode, type Body } from '../../../protocol/index.ts';
import type { AlertDocuments } from '../../alerts/alert-documents.ts';
import type { Principal } from '../../identity/identity.ts';
import type { Refusal } from '../../refusals.ts';
import { DocumentFeed } from './document-feed.ts';
import { ALERTS_NOT_PERMITTED, NO_ALERTS_IN_DEMO } from './refusals.ts';

/** The messages of one trading connection about alerts as documents: the list, writes and changes by others. */
export class AlertDocumentFeed {
  readonly #documents: AlertDocuments;
  readonly #feed: DocumentFeed<AlertRow>;

  constructor(documents: AlertDocuments, userAgent: string, send: (frame: string) => void) {
    this.#documents = documents;
    this.#feed = new DocumentFeed<AlertRow>({
      documents,
      userAgent,
      send,
      schemaVersion: ALERT_SCHEMA_VERSION,
      refusalFor,
      encode: {
        stored: (body) => encode('alertStored', body),
        refused: (body) => encode('alertRefused', body),
        conflict: (body) => encode('alertConflict', body),
        changed: (body) => encode('alertChanged', body),
      },
    });
  }

  /** Sends the user's alerts, and from now on each change. Returns the refusal for a user who may not have alerts. */
  async list(principal: Principal): Promise<Refusal | undefined> {
    const refusal = refusalFor(principal);
    if (refusal !== undefined) return refusal;
    this.stop();
    // Subscribe before the list is read, so that no change is missed. The client keeps the newer revision of the two.
    const isFollowing = this.#feed.follow(principal.userId);
    const alerts = await this.#documents.list(principal.userId);
    // The user has left meanwhile.
    if (isFollowing())
      this.#feed.sendList(alerts, (Items, HasMore) => encode('alertDocuments', { Items, HasMore }));
    return undefined;
  }

  /** Stores an alert and answers the write. */
  put(body: Body<'alertPut'>, principal: Principal): Promise<void> {
    return this.#feed.put(body, principal);
  }

  /** Removes an alert and answers the write. */
  remove(body: Body<'alertRemove'>, principal: Principal): Promise<void> {
    return this.#feed.remove(body, principal);
  }

  /** Ends the subscription. */
  stop(): void {
    this.#feed.stop();
  }
}

function refusalFor({ isDemo, permissionMask }: Principal): Refusal | undefined {
  if (isDemo) return NO_ALERTS_IN_DEMO;
  return hasPermission(permissionMask, Permission.ChartAlerts) ? undefined : ALERTS_NOT_PERMITTED;
}
