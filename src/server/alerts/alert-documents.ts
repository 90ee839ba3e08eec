import {
  ALERT_SCHEMA_VERSION,
  type AlertRow,
  MAX_ALERTS_PER_USER,
  readAlert,
  readAlertText,
  withFiring,
} from '../../domain/alerts/index.ts';
import type { StoredDocument, WriteConflict } from '../storage/document-store.ts';
import type { Repositories } from '../storage/repositories.ts';
import type { UserTasks } from './user-tasks.ts';

/** An alert document as clients receive it. */
export interface AlertDocument {
  readonly id: string;
  /** 1, 2, 3 … with each write; 0 when the server knows no such document. */
  readonly revision: number;
  /** Null when the alert is removed or unknown. */
  readonly row: AlertRow | null;
}

/** A write as a client sends it: not validated yet. */
export interface AlertPut {
  readonly id: string;
  /** Revision that the client last received; 0 for a new alert. */
  readonly seenRevision: number;
  readonly schemaVersion: number;
  readonly body: unknown;
}

/** What became of a write. */
export type AlertWriteOutcome =
  | { readonly kind: 'stored'; readonly revision: number }
  /** Another write came first. */
  | { readonly kind: 'conflict'; readonly present: AlertDocument }
  /** Nothing was stored; the message is for the user. */
  | { readonly kind: 'refused'; readonly message: string };

export type AlertListener = (document: AlertDocument) => void;

export interface AlertDocumentsOptions {
  readonly repositories: Pick<Repositories, 'documents' | 'alerts'>;
  /** Shared with the evaluation, so that a write never races with a firing of the same user. */
  readonly tasks: UserTasks;
  readonly hostMs: () => number;
  /** A document was written: its alert is evaluated as it is now. */
  readonly onWritten: (userId: string, document: AlertDocument) => void;
}

/** Max ids of removed alerts that are kept of a user. A browser that was away while more were removed may restore an alert. */
const MAX_REMOVED = 10_000;

const TOO_NEW = 'This alert was made by a newer version of Tapedeck, which this server cannot read.';
const INVALID = 'The alert is invalid. It was not stored.';
const FULL = `You have ${MAX_ALERTS_PER_USER.toLocaleString('en-US')} alerts, the maximum. Remove some before you add more.`;

/** Alerts of registered users as documents: reads, writes, and publishes each change to the user's other connections. */
export class AlertDocuments {
  readonly #parts: AlertDocumentsOptions;
  readonly #listeners = new Map<string, Set<AlertListener>>();

  constructor(parts: AlertDocumentsOptions) {
    this.#parts = parts;
  }

  /** The user's alerts. Removed ones and bodies of a later release are left out. */
  async list(userId: string): Promise<AlertDocument[]> {
    const documents = await this.#parts.repositories.documents.listPresent(userId, 'alert');
    return documents.flatMap((document) => toAlert(document) ?? []);
  }

  /**
   * Stores a new alert or a new body of one. A side whose arming has fired already is stored with its firing time, whatever the client
   * sent: listeners, the sender included, then receive the body as it is stored.
   */
  put(userId: string, write: AlertPut, sender?: AlertListener): Promise<AlertWriteOutcome> {
    return this.#parts.tasks.run(userId, async () => {
      const read = readAlert(write.schemaVersion, write.body);
      if (!read.ok) return refused(read.error === 'too-new' ? TOO_NEW : INVALID);
      if (read.value.Id !== write.id) return refused(INVALID);
      const firings = await this.#parts.repositories.alerts.ofAlert(userId, write.id);
      const row = firings.reduce(withFiring, read.value);
      const outcome = await this.#parts.repositories.documents.put(
        userId,
        'alert',
        {
          id: write.id,
          seenRevision: write.seenRevision,
          schemaVersion: ALERT_SCHEMA_VERSION,
          body: JSON.stringify(row),
          atMs: this.#parts.hostMs(),
        },
        MAX_ALERTS_PER_USER,
      );
      if (outcome.kind === 'full') return refused(FULL);
      if (outcome.kind === 'conflict') return toConflict(write.id, outcome);
      const document = { id: write.id, revision: outcome.revision, row };
      this.#written(userId, document, row === read.value ? sender : undefined);
      return outcome;
    });
  }

  /** Removes an alert. */
  remove(
    userId: string,
    write: Pick<AlertPut, 'id' | 'seenRevision'>,
    sender?: AlertListener,
  ): Promise<AlertWriteOutcome> {
    return this.#parts.tasks.run(userId, async () => {
      const outcome = await this.#parts.repositories.documents.remove(
        userId,
        'alert',
        { ...write, atMs: this.#parts.hostMs() },
        MAX_REMOVED,
      );
      if (outcome.kind === 'conflict') return toConflict(write.id, outcome);
      this.#written(userId, { id: write.id, revision: outcome.revision, row: null }, sender);
      return outcome;
    });
  }

  /** Calls back with each change of the user's alerts. Returns a function that ends it. */
  listen(userId: string, listener: AlertListener): () => void {
    const group = this.#listeners.get(userId) ?? new Set();
    this.#listeners.set(userId, group);
    group.add(listener);
    return () => {
      group.delete(listener);
      if (group.size === 0 && this.#listeners.get(userId) === group) this.#listeners.delete(userId);
    };
  }

  /** Publishes a document that the server itself has changed, by recording a firing. */
  publish(userId: string, stored: StoredDocument): void {
    const document = toAlert(stored);
    if (document !== undefined) this.#publish(userId, document, undefined);
  }

  #written(userId: string, document: AlertDocument, sender: AlertListener | undefined): void {
    this.#parts.onWritten(userId, document);
    this.#publish(userId, document, sender);
  }

  #publish(userId: string, document: AlertDocument, sender: AlertListener | undefined): void {
    for (const listener of [...(this.#listeners.get(userId) ?? [])])
      if (listener !== sender) listener(document);
  }
}

/** Undefined for a body that this release cannot read. */
function toAlert({ id, revision, schemaVersion, body }: StoredDocument): AlertDocument | undefined {
  if (body === null) return { id, revision, row: null };
  const read = readAlertText(schemaVersion, body);
  return read.ok ? { id, revision, row: read.value } : undefined;
}

function refused(message: string): AlertWriteOutcome {
  return { kind: 'refused', message };
}

function toConflict(id: string, { present }: WriteConflict): AlertWriteOutcome {
  if (present === undefined) return { kind: 'conflict', present: { id, revision: 0, row: null } };
  const document = toAlert(present);
  return document === undefined ? refused(TOO_NEW) : { kind: 'conflict', present: document };
}
