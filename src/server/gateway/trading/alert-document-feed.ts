import { ALERT_SCHEMA_VERSION } from '../../../domain/alerts/index.ts';
import { hasPermission, Permission } from '../../../domain/permissions.ts';
import { encode, type Body } from '../../../protocol/index.ts';
import type { AlertDocument, AlertDocuments, AlertWriteOutcome } from '../../alerts/alert-documents.ts';
import type { Principal } from '../../identity/identity.ts';
import type { Refusal } from '../../refusals.ts';
import { chunksOf } from '../chunks.ts';
import { ALERTS_NOT_PERMITTED, NO_ALERTS_IN_DEMO } from './refusals.ts';

/** The messages of one trading connection about alerts as documents: the list, writes and changes by others. */
export class AlertDocumentFeed {
  readonly #documents: AlertDocuments;
  readonly #userAgent: string;
  readonly #send: (frame: string) => void;
  // A field, not a method: the service knows this connection's listener by it.
  readonly #onChanged = (document: AlertDocument): void =>
    this.#send(encode('alertChanged', toState(document)));
  #end = (): void => {};
  /** User whose alerts this connection has listed. */
  #listedFor: string | undefined;

  constructor(documents: AlertDocuments, userAgent: string, send: (frame: string) => void) {
    this.#documents = documents;
    this.#userAgent = userAgent;
    this.#send = send;
  }

  /** Sends the user's alerts, and from now on each change. Returns the refusal for a user who may not have alerts. */
  async list(principal: Principal): Promise<Refusal | undefined> {
    const refusal = refusalFor(principal);
    if (refusal !== undefined) return refusal;
    const { userId } = principal;
    this.stop();
    this.#listedFor = userId;
    // Subscribe before the list is read, so that no change is missed. The client keeps the newer revision of the two.
    this.#end = this.#documents.listen(userId, this.#onChanged);
    const alerts = await this.#documents.list(userId);
    // The user has left meanwhile.
    if (this.#listedFor !== userId) return undefined;
    for (const { items, hasMore } of chunksOf(alerts))
      this.#send(encode('alertDocuments', { Items: items.flatMap(toItem), HasMore: hasMore }));
    return undefined;
  }

  /** Stores an alert and answers the write. */
  async put(body: Body<'alertPut'>, principal: Principal): Promise<void> {
    const { Id: id, Seen: seenRevision, Version: schemaVersion, Body: value } = body;
    await this.#answer(id, principal, () =>
      this.#documents.put(
        principal.userId,
        { id, seenRevision, schemaVersion, body: value, userAgent: this.#userAgent },
        this.#onChanged,
      ),
    );
  }

  /** Removes an alert and answers the write. */
  async remove(body: Body<'alertRemove'>, principal: Principal): Promise<void> {
    await this.#answer(body.Id, principal, () =>
      this.#documents.remove(
        principal.userId,
        { id: body.Id, seenRevision: body.Seen, userAgent: this.#userAgent },
        this.#onChanged,
      ),
    );
  }

  /** Ends the subscription. */
  stop(): void {
    this.#end();
    this.#end = () => {};
    this.#listedFor = undefined;
  }

  async #answer(id: string, principal: Principal, write: () => Promise<AlertWriteOutcome>): Promise<void> {
    const refusal = refusalFor(principal);
    const outcome: AlertWriteOutcome =
      refusal === undefined ? await write() : { kind: 'refused', message: refusal.message };
    if (outcome.kind === 'stored') this.#send(encode('alertStored', { Id: id, Revision: outcome.revision }));
    else if (outcome.kind === 'refused')
      this.#send(encode('alertRefused', { Id: id, Message: outcome.message }));
    else this.#send(encode('alertConflict', toState(outcome.present)));
  }
}

function refusalFor({ isDemo, permissionMask }: Principal): Refusal | undefined {
  if (isDemo) return NO_ALERTS_IN_DEMO;
  return hasPermission(permissionMask, Permission.ChartAlerts) ? undefined : ALERTS_NOT_PERMITTED;
}

function toState({ id, revision, row }: AlertDocument): Body<'alertChanged'> {
  const Body = row === null ? null : { ...row };
  return { Id: id, Revision: revision, Version: ALERT_SCHEMA_VERSION, Body };
}

function toItem(document: AlertDocument): Body<'alertDocuments'>['Items'] {
  const { Body, ...rest } = toState(document);
  return Body === null ? [] : [{ ...rest, Body }];
}
