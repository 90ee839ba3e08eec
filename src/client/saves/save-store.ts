import { assertNever } from '../../domain/assert/assert.ts';
import { freeName } from '../../domain/names/free-name.ts';
import { isSameSave, MAX_SAVE_NAME, mergeSaves, readSave, type Save } from '../../domain/saves/index.ts';
import { type Body, catalogue } from '../../protocol/index.ts';
import type { HttpApi } from '../connection/http-api.ts';
import { DocumentClient } from '../documents/document-client.ts';
import type { DocumentProblem, DocumentWrite } from '../documents/document-entries.ts';
import { keepBoth } from '../documents/keep-both.ts';
import { Listeners } from '../documents/listeners.ts';
import type { HostClock } from '../host-clock.ts';
import type { ReceivedBy } from '../message-receivers.ts';
import { createObservable } from '../observable.ts';
import { randomId } from '../random-id.ts';
import { type SaveAnswer, saveWriter, type WriteSave } from './save-calls.ts';
import { createSaveStash, type SaveStash } from './save-stash.ts';
import type { SaveAnswered, SaveChange, SaveProblem, SavesState, SaveStore } from './types.ts';

const SHOW_EVERY_MS = 50;
/** Digits of a random id that stay below the limit of ids. */
const ID_HEX_DIGITS = 11;
const EMPTY: SavesState = { rows: [], isLoaded: false };

/** What the saves use of the page: its clock, the trading socket, HTTP writes, the session, ids, and the storage for unsent changes. */
export interface SavesOfUserOptions {
  readonly clock: Pick<HostClock, 'setTimeout' | 'clearTimeout'>;
  readonly trading: { sendReady(name: 'saveList', body: Body<'saveList'>): boolean };
  readonly write: WriteSave;
  readonly user: () => { readonly userId: string | null; readonly isDemo: boolean };
  readonly newId: () => string;
  readonly stash: SaveStash;
}

/**
 * The saves of the user's tools: the server's documents with this page's changes, which are shown at once and sent when the server can be
 * reached. In a demo session they are in this page only.
 */
export class SavesOfUser implements SaveStore {
  readonly newId: () => string;
  readonly #parts: SavesOfUserOptions;
  readonly #client: DocumentClient<Save, DocumentProblem<Save>>;
  readonly #renamed = new Listeners<SaveProblem>();
  /** Writes that were answered; without an id, answers that will not come. `refusal`: why nothing was stored. */
  readonly #answers = new Listeners<{ readonly id?: string; readonly refusal?: string }>();
  readonly #state = createObservable<SavesState>(EMPTY);
  /** The last write of each save that waits for its answer. The answer to an earlier one comes too late. */
  readonly #underWay = new Map<string, DocumentWrite<Save>>();
  #listed = new Set<string>();
  #isLoaded = false;
  /** The server did not list the saves; the list is requested again later. */
  #hasFailed = false;

  constructor(parts: SavesOfUserOptions) {
    this.#parts = parts;
    this.newId = parts.newId;
    this.#client = new DocumentClient<Save, DocumentProblem<Save>>({
      ...parts,
      traits: keepBoth<Save>({
        isSame: isSameSave,
        merge: mergeSaves,
        withNewId: (row) => ({ ...row, Id: parts.newId(), Name: this.#freeName(row) }),
      }),
      read: readSave,
      send: (write) => {
        void this.#write(write);
        return true;
      },
      showEveryMs: SHOW_EVERY_MS,
      publish: () => this.#publish(),
    });
  }

  // Fields, not methods: React subscribes with the bare functions.
  readonly get = (): SavesState => this.#state.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);

  load(): Promise<boolean> {
    if (this.#isLoaded || !this.#client.isReady) return Promise.resolve(this.#isLoaded);
    if (this.#hasFailed) this.#request();
    return new Promise((resolve) => {
      const end = this.#state.subscribe(() => {
        if (!this.#isLoaded && this.#client.isReady && !this.#hasFailed) return;
        end();
        resolve(this.#isLoaded);
      });
    });
  }

  put(rows: readonly Save[]): void {
    this.#client.put(rows);
  }

  restore(rows: readonly Save[]): void {
    this.#client.restore(rows);
  }

  remove(ids: readonly string[]): void {
    this.#client.remove(ids);
  }

  answered(id: string): Promise<SaveAnswered> {
    const { entries } = this.#client;
    const { isDemo } = this.#parts.user();
    const present = (): SaveAnswered => ({
      ok: true,
      row: entries.row(id),
      // Also while the sockets are up and the call has failed.
      isUnsent: !isDemo && entries.unsent().some((change) => change.id === id),
    });
    if (isDemo || !this.#client.isReady || entries.isConfirmed(id)) return Promise.resolve(present());
    return new Promise((resolve) => {
      const end = this.#answers.add((answer) => {
        if (answer.id !== undefined && answer.id !== id) return;
        end();
        resolve(answer.refusal === undefined ? present() : { ok: false, message: answer.refusal });
      });
    });
  }

  onChange(onChange: (changes: readonly SaveChange[]) => void): () => void {
    return this.#client.changes.add(onChange);
  }

  onProblem(onProblem: (problem: SaveProblem) => void): () => void {
    const ends = [this.#client.problems.add(onProblem), this.#renamed.add(onProblem)];
    return () => {
      for (const end of ends) end();
    };
  }

  onTrading(message: ReceivedBy<'saves'>): void {
    switch (message.name) {
      case 'saveDocuments':
        return this.#onList(message.body);
      case 'saveChanged':
        return this.#client.onChanged(message.body);
      case 'failure':
        if (message.body.RequestT === catalogue.saveList.T) this.#onListFailed();
        return;
      default:
        assertNever(message);
    }
  }

  /** The account is selected: unsent changes of this page and of earlier ones are sent, then the saves are listed. */
  onAccountReady(): void {
    for (const change of this.#client.onAccountReady()) this.#client.entries.takeUnsent(change);
    this.#client.settle();
    this.#request();
  }

  /** The trading socket is lost: writes that wait are sent again after the next selection of the account. */
  onLost(): void {
    this.#underWay.clear();
    this.#client.onLost();
    this.#answers.report({});
    // A load that is waited for has failed.
    this.#state.set({ ...this.#state.get() });
  }

  /** Another account is selected, or the user has signed out. Unsent changes stay in the stash. */
  reset(): void {
    this.#underWay.clear();
    this.#isLoaded = false;
    this.#client.reset();
    this.#answers.report({});
    this.#publish();
  }

  dispose(): void {
    this.#client.dispose();
  }

  #request(): void {
    this.#hasFailed = false;
    this.#listed = new Set();
    if (this.#parts.user().isDemo) this.#isLoaded = true;
    else this.#parts.trading.sendReady('saveList', {});
    this.#publish();
  }

  #onList({ Items, HasMore }: Body<'saveDocuments'>): void {
    this.#client.onItems(Items, this.#listed);
    if (HasMore) return;
    this.#client.entries.onListed(this.#listed, () => true);
    this.#isLoaded = true;
    this.#client.settlePaced();
  }

  #onListFailed(): void {
    this.#hasFailed = true;
    this.#retry();
    this.#state.set({ ...this.#state.get() });
  }

  async #write(write: DocumentWrite<Save>): Promise<void> {
    this.#underWay.set(write.id, write);
    const answer = await this.#parts.write(write);
    if (this.#underWay.get(write.id) !== write) return;
    this.#underWay.delete(write.id);
    this.#onAnswer(write, answer);
  }

  #onAnswer({ id, row }: DocumentWrite<Save>, answer: SaveAnswer): void {
    switch (answer.Outcome) {
      case 'stored':
        this.#client.onStored({ Id: id, Revision: answer.Revision });
        break;
      case 'conflict':
        this.#client.onConflict(answer.State);
        break;
      case 'refused':
        // The answer that counts is that to the write under another name.
        if (answer.IsNameTaken && row !== null) return this.#rename(row);
        this.#client.onRefused({ Id: id, Message: answer.Message });
        return this.#answers.report({ id, refusal: answer.Message });
      case 'unknown':
        this.#retry();
    }
    this.#answers.report({ id });
  }

  #retry(): void {
    this.#client.onFailure(() => {
      if (!this.#isLoaded) this.#request();
    });
  }

  /** Another save of the type has the name of one that was sent: it is sent again under a free name. */
  #rename({ Id, Name }: Save): void {
    const { entries } = this.#client;
    entries.onNotStored(Id);
    const present = entries.row(Id);
    if (present?.Name === Name) {
      const row = { ...present, Name: this.#freeName(present) };
      entries.put([row]);
      this.#renamed.report({ kind: 'renamed', row, wanted: Name });
    }
    this.#client.settlePaced();
  }

  /** Another name than that of the save, which no save of its type has. */
  #freeName({ Type, Name }: Save): string {
    const others = this.#client.entries.rows().filter((other) => other.Type === Type);
    return freeName([...others.map((other) => other.Name), Name], Name, MAX_SAVE_NAME);
  }

  #publish(): void {
    const before = this.#state.get();
    const rows = this.#client.entries.rows();
    const isSame = rows.length === before.rows.length && rows.every((row, at) => row === before.rows[at]);
    if (!isSame || before.isLoaded !== this.#isLoaded)
      this.#state.set({ rows: isSame ? before.rows : rows, isLoaded: this.#isLoaded });
  }
}

/** Opens the store with the calls, ids and stash of this browser. */
export function openSaves({
  api,
  token,
  ...parts
}: Pick<SavesOfUserOptions, 'clock' | 'trading' | 'user'> & {
  readonly api: Pick<HttpApi, 'callRoute'>;
  readonly token: () => string | null;
}): SavesOfUser {
  const newId = (): string =>
    String(1 + parseInt(randomId().replaceAll('-', '').slice(0, ID_HEX_DIGITS), 16));
  return new SavesOfUser({ ...parts, write: saveWriter(api, token), newId, stash: createSaveStash() });
}
