import type { Result } from '../../domain/assert/assert.ts';
import type { HostClock } from '../host-clock.ts';
import {
  DocumentEntries,
  type DocumentChange,
  type DocumentTraits,
  type DocumentWrite,
  type RefusedChange,
  type UnsentDocument,
  type Version,
} from './document-entries.ts';
import { Listeners } from './listeners.ts';
import { Paced } from './paced.ts';
import type { UnsentStash } from './unsent-stash.ts';

/** Writes that wait for their answers at once. The others are sent as answers arrive. */
const MAX_UNDER_WAY = 50;
/** Unanswered requests are sent again this long after a refusal that names no document (too many messages, or a failing server), ms. */
const RETRY_MS = 2_000;

/** The state of a document in a message of the server. */
export interface DocumentState {
  readonly Id: string;
  readonly Revision: number;
  readonly Version: number;
  /** Null when it is removed. */
  readonly Body: object | null;
}

/** What a client of documents uses of the page, and what differs from kind to kind. */
export interface DocumentClientOptions<Row, Problem> {
  readonly clock: Pick<HostClock, 'setTimeout' | 'clearTimeout'>;
  readonly user: () => { readonly userId: string | null; readonly isDemo: boolean };
  readonly stash: UnsentStash<UnsentDocument<Row>>;
  readonly traits: DocumentTraits<Row, Problem>;
  /** Reads a body of the server. */
  readonly read: (schemaVersion: number, body: object) => Result<Row, unknown>;
  /** Sends a write; false when nothing can be sent now. */
  readonly send: (write: DocumentWrite<Row>) => boolean;
  /** Messages of the server are shown, and the stash is written, at most this often, ms: thousands may arrive at once. */
  readonly showEveryMs: number;
  /** Shows the documents as they are now. */
  readonly publish: () => void;
  /** Called before changes are sent. */
  readonly beforeSend?: () => void;
  /** A document that the server has known is removed, here and there. */
  readonly onForgotten?: (id: string) => void;
  /** Changes that are kept with those of the documents. */
  readonly moreUnsent?: () => readonly UnsentDocument<Row>[];
}

/**
 * The documents of a kind in a page: the server's versions with this page's changes, which are shown at once and sent when the server can be
 * reached. Changes that the server has not confirmed stay in the browser. In a demo session the documents are in this page only. Lists are
 * requested by its owner.
 */
export class DocumentClient<Row extends { readonly Id: string }, Problem> {
  readonly entries: DocumentEntries<Row, Problem>;
  readonly problems = new Listeners<Problem | RefusedChange<Row>>();
  readonly changes = new Listeners<readonly DocumentChange<Row>[]>();
  readonly #parts: DocumentClientOptions<Row, Problem>;
  readonly #show: Paced;
  /** The account is selected; the server takes writes. */
  #isReady = false;
  /** User whose documents these are; null before the account is selected. */
  #userId: string | null = null;
  #retry: unknown;

  constructor(parts: DocumentClientOptions<Row, Problem>) {
    this.#parts = parts;
    this.entries = new DocumentEntries(parts.traits, this.problems.report);
    this.#show = new Paced(parts.clock, parts.showEveryMs, () => this.#stashAndPublish());
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  put(rows: readonly Row[]): void {
    this.#change(this.entries.put(rows));
  }

  restore(rows: readonly Row[]): void {
    this.#change(this.entries.restore(rows));
  }

  remove(ids: readonly string[]): void {
    this.#change(this.entries.remove(ids));
  }

  /** Takes documents of a list. `listed` collects the ids of all its parts. */
  onItems(items: readonly DocumentState[], listed: Set<string>): void {
    for (const item of items) {
      listed.add(item.Id);
      const version = this.#versionOf(item);
      if (version !== undefined) this.entries.onVersion(item.Id, version);
    }
  }

  onStored({ Id, Revision }: Pick<DocumentState, 'Id' | 'Revision'>): void {
    this.entries.onStored(Id, Revision);
    this.settlePaced();
  }

  onConflict(state: DocumentState): void {
    const version = this.#versionOf(state);
    if (version === undefined) return;
    this.entries.onConflict(state.Id, version);
    this.settlePaced();
  }

  onChanged(state: DocumentState): void {
    const version = this.#versionOf(state);
    if (version === undefined) return;
    this.entries.onVersion(state.Id, version);
    this.settlePaced();
  }

  onRefused({ Id, Message: message }: { readonly Id: string; readonly Message: string }): void {
    this.entries.onRefused(Id, message);
    this.settlePaced();
  }

  /** A refusal that names no document: unanswered requests are sent again later, once for several refusals, and then `request` is called. */
  onFailure(request: () => void): void {
    this.#retry ??= this.#parts.clock.setTimeout(() => {
      this.#retry = undefined;
      this.entries.onLost();
      this.settle();
      request();
    }, RETRY_MS);
  }

  /** The account is selected. Returns the changes that earlier pages could not send; `settle` sends what is taken of them. */
  onAccountReady(): readonly UnsentDocument<Row>[] {
    const { userId, isDemo } = this.#parts.user();
    this.#isReady = true;
    this.#userId = userId;
    return isDemo || userId === null ? [] : this.#parts.stash.takeOver(userId);
  }

  /** The trading socket is lost: writes that wait are sent again after the next selection of the account. */
  onLost(): void {
    this.#isReady = false;
    this.#show.flush();
    this.#stopRetry();
    this.entries.onLost();
  }

  /** Another account is selected, or the user has signed out. Unsent changes stay in the stash. */
  reset(): void {
    this.onLost();
    this.entries.clear();
    this.#parts.stash.release();
    this.#userId = null;
  }

  dispose(): void {
    this.#show.flush();
    this.#show.stop();
    this.#stopRetry();
  }

  /** After a change of this page, which is shown and stashed at once. */
  settle(): void {
    this.#advance();
    this.#stashAndPublish();
  }

  /** After a message of the server. */
  settlePaced(): void {
    this.#advance();
    this.#show.request();
  }

  /** Makes known what a tool has changed. */
  #change(changes: readonly DocumentChange<Row>[]): void {
    this.settle();
    if (changes.length > 0) this.changes.report(changes);
  }

  /** Sends what is unsent, as far as the server takes it, and forgets what is removed. */
  #advance(): void {
    const { user, send, beforeSend, onForgotten } = this.#parts;
    beforeSend?.();
    if (user().isDemo) this.entries.confirmAll();
    else if (this.#isReady) this.entries.send(MAX_UNDER_WAY, send);
    this.entries.forgetRemoved(onForgotten);
  }

  #stashAndPublish(): void {
    const { user, stash, moreUnsent, publish } = this.#parts;
    if (!user().isDemo && this.#userId !== null)
      stash.replace(this.#userId, [...this.entries.unsent(), ...(moreUnsent?.() ?? [])]);
    publish();
  }

  /** Undefined for a body that this release cannot read. */
  #versionOf({ Revision: revision, Version, Body }: DocumentState): Version<Row> | undefined {
    if (Body === null) return { revision, row: null };
    const read = this.#parts.read(Version, Body);
    return read.ok ? { revision, row: read.value } : undefined;
  }

  #stopRetry(): void {
    this.#parts.clock.clearTimeout(this.#retry);
    this.#retry = undefined;
  }
}
