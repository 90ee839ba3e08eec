import { assertNever } from '../../domain/assert/assert.ts';
import {
  byDrawingOrder,
  type Drawing,
  DRAWING_SCHEMA_VERSION,
  drawingIdOf,
  isSameDrawing,
  mergeDrawings,
  readDrawing,
  symbolOfDrawing,
} from '../../domain/drawings/index.ts';
import { isSymbolForm } from '../../domain/symbols/symbol.ts';
import { type Body, catalogue } from '../../protocol/index.ts';
import { DocumentClient } from '../documents/document-client.ts';
import type { DocumentProblem, DocumentWrite } from '../documents/document-entries.ts';
import { keepBoth } from '../documents/keep-both.ts';
import { Listeners } from '../documents/listeners.ts';
import type { HostClock } from '../host-clock.ts';
import type { ReceivedBy } from '../message-receivers.ts';
import { createObservable, type Observable } from '../observable.ts';
import { randomId } from '../random-id.ts';
import type { Readable } from '../readable.ts';
import { createDrawingStash, type DrawingStash } from './drawing-stash.ts';
import type { DrawingChange, DrawingProblem, SharedDrawingStore, SymbolDrawingsState } from './types.ts';

const SHOW_EVERY_MS = 50;
/** Symbols without a chart whose drawings stay loaded, so that they are there at once when a chart shows them again. */
const MAX_LINGERING = 20;
const EMPTY: SymbolDrawingsState = { rows: [], isLoaded: false };

type Requests = 'drawingPut' | 'drawingRemove' | 'drawingList' | 'drawingLeave';

/** What the shared drawings use of the page: its clock, the trading socket, the session, ids, and the storage for unsent changes. */
export interface SharedDrawingsOptions {
  readonly clock: Pick<HostClock, 'setTimeout' | 'clearTimeout'>;
  readonly trading: { sendReady<Name extends Requests>(name: Name, body: Body<Name>): boolean };
  readonly user: () => { readonly userId: string | null; readonly isDemo: boolean };
  readonly newId: () => string;
  readonly stash: DrawingStash;
}

/** A symbol whose drawings are or were on screen. */
class Followed implements Readable<SymbolDrawingsState> {
  readonly #state: Observable<SymbolDrawingsState> = createObservable(EMPTY);
  readonly #onUse: (isUsed: boolean) => void;
  #users = 0;
  isLoaded = false;
  /** The list is requested, or has arrived, on the present connection. */
  isRequested = false;
  isRefused = false;
  /** Ids in the parts of a list that is arriving. */
  listed = new Set<string>();

  constructor(onUse: (isUsed: boolean) => void) {
    this.#onUse = onUse;
  }

  get isUsed(): boolean {
    return this.#users > 0;
  }

  // Fields, not methods: React subscribes with the bare functions.
  readonly get = (): SymbolDrawingsState => this.#state.get();
  readonly subscribe = (listener: () => void): (() => void) => {
    const end = this.#state.subscribe(listener);
    let isEnded = false;
    this.#users += 1;
    if (this.#users === 1) this.#onUse(true);
    return () => {
      if (isEnded) return;
      isEnded = true;
      end();
      this.#users -= 1;
      if (this.#users === 0) this.#onUse(false);
    };
  };

  /** Publishes the drawings, unless they are as before. */
  show(rows: readonly Drawing[]): void {
    const before = this.get();
    const isSame = rows.length === before.rows.length && rows.every((row, at) => row === before.rows[at]);
    if (!isSame || before.isLoaded !== this.isLoaded)
      this.#state.set({ rows: isSame ? before.rows : rows, isLoaded: this.isLoaded });
  }

  /** What it has published may not hold any more, although there is no subscriber. */
  isShownOld(): boolean {
    const { rows, isLoaded } = this.get();
    return rows.length > 0 || isLoaded !== this.isLoaded;
  }

  /** A load that is waited for may have failed. */
  notifyFailed(): void {
    this.#state.set({ ...this.get() });
  }
}

/**
 * The drawings that all charts of a symbol share: the server's documents with this page's changes, which are shown at once and sent when the
 * server can be reached. In a demo session they are in this page only.
 */
export class SharedDrawings implements SharedDrawingStore {
  readonly #parts: SharedDrawingsOptions;
  readonly #client: DocumentClient<Drawing, DocumentProblem<Drawing>>;
  readonly #unlisted = new Listeners<DrawingProblem>();
  readonly #followed = new Map<string, Followed>();
  /** Symbols without a subscriber that stay loaded, the oldest first. */
  #lingering: readonly string[] = [];

  constructor(parts: SharedDrawingsOptions) {
    this.#parts = parts;
    this.#client = new DocumentClient<Drawing, DocumentProblem<Drawing>>({
      ...parts,
      traits: keepBoth<Drawing>({
        isSame: isSameDrawing,
        merge: mergeDrawings,
        withNewId: (row) => ({ ...row, Id: drawingIdOf(row.Symbol, parts.newId()) }),
      }),
      read: readDrawing,
      send: (write) => this.#write(write),
      showEveryMs: SHOW_EVERY_MS,
      publish: () => this.#publish(),
    });
  }

  drawingsOf(symbol: string): Readable<SymbolDrawingsState> {
    const known = this.#followed.get(symbol);
    if (known !== undefined) return known;
    const followed = new Followed((isUsed) => this.#onUse(symbol, isUsed));
    this.#followed.set(symbol, followed);
    return followed;
  }

  load(symbols: readonly string[]): Promise<boolean> {
    const all = [...new Set(symbols)].map((symbol) => this.drawingsOf(symbol));
    return new Promise((resolve) => {
      const settle = (): void => {
        const isLoaded = all.every((each) => each.get().isLoaded);
        const hasFailed = !isLoaded && (!this.#client.isReady || this.#isAnyRefused(symbols));
        if (!isFollowing || (!isLoaded && !hasFailed)) return;
        isFollowing = false;
        for (const end of ends) end();
        resolve(isLoaded);
      };
      // A subscription may notify at once: it is over before all symbols are followed.
      let isFollowing = false;
      const ends = all.map((each) => each.subscribe(settle));
      isFollowing = true;
      settle();
    });
  }

  put(rows: readonly Drawing[]): void {
    this.#client.put(rows);
  }

  restore(rows: readonly Drawing[]): void {
    this.#client.restore(rows);
  }

  remove(ids: readonly string[]): void {
    this.#client.remove(ids);
  }

  onChange(onChange: (changes: readonly DrawingChange[]) => void): () => void {
    return this.#client.changes.add(onChange);
  }

  onProblem(onProblem: (problem: DrawingProblem) => void): () => void {
    const ends = [this.#client.problems.add(onProblem), this.#unlisted.add(onProblem)];
    return () => {
      for (const end of ends) end();
    };
  }

  onTrading(message: ReceivedBy<'drawings'>): void {
    switch (message.name) {
      case 'drawingDocuments':
        return this.#onList(message.body);
      case 'drawingListRefused':
        return this.#onListRefused(message.body);
      case 'drawingStored':
        return this.#client.onStored(message.body);
      case 'drawingConflict':
        return this.#client.onConflict(message.body);
      case 'drawingChanged':
        return this.#client.onChanged(message.body);
      case 'drawingRefused':
        return this.#client.onRefused(message.body);
      case 'failure':
        return this.#onFailure(message.body.RequestT);
      default:
        assertNever(message);
    }
  }

  /** The account is selected: unsent changes of this page and of earlier ones are sent, then the symbols on screen are listed. */
  onAccountReady(): void {
    for (const change of this.#client.onAccountReady()) this.#client.entries.takeUnsent(change);
    this.#client.settle();
    for (const [symbol, followed] of this.#followed)
      if (followed.isUsed || this.#lingering.includes(symbol)) this.#request(symbol, followed);
  }

  /** The trading socket is lost: writes that wait are sent again after the next selection of the account. */
  onLost(): void {
    this.#client.onLost();
    this.#forgetLists();
  }

  /** Another account is selected, or the user has signed out. Unsent changes stay in the stash. */
  reset(): void {
    this.#client.reset();
    this.#forgetLists();
    for (const followed of this.#followed.values()) followed.isLoaded = false;
    this.#publish();
  }

  dispose(): void {
    this.#client.dispose();
  }

  #forgetLists(): void {
    for (const followed of this.#followed.values()) {
      followed.isRequested = followed.isRefused = false;
      followed.listed = new Set();
      if (!followed.isLoaded) followed.notifyFailed();
    }
  }

  #isAnyRefused(symbols: readonly string[]): boolean {
    return symbols.some((symbol) => this.#followed.get(symbol)?.isRefused === true);
  }

  #onUse(symbol: string, isUsed: boolean): void {
    this.#lingering = this.#lingering.filter((other) => other !== symbol);
    const followed = this.#followed.get(symbol);
    if (followed === undefined) return;
    if (isUsed) return this.#request(symbol, followed);
    this.#lingering = [...this.#lingering, symbol];
    for (const oldest of this.#lingering.slice(0, -MAX_LINGERING)) this.#leave(oldest);
    this.#lingering = this.#lingering.slice(-MAX_LINGERING);
  }

  /** Requests the list of a symbol that is on screen or was lately. */
  #request(symbol: string, followed: Followed): void {
    // A chart without a symbol, or with a text that is none, has no drawings to load.
    const isInPageOnly = this.#parts.user().isDemo || !isSymbolForm(symbol);
    if (isInPageOnly && this.#client.isReady) {
      followed.isLoaded = true;
      this.#publish();
    } else if (this.#client.isReady && !followed.isRequested && !followed.isRefused)
      followed.isRequested = this.#parts.trading.sendReady('drawingList', { Symbol: symbol });
  }

  #leave(symbol: string): void {
    const followed = this.#followed.get(symbol);
    // Drawings of a demo session are nowhere else.
    if (followed === undefined || this.#parts.user().isDemo) return;
    if (followed.isRequested) this.#parts.trading.sendReady('drawingLeave', { Symbol: symbol });
    followed.isRequested = followed.isLoaded = followed.isRefused = false;
    followed.listed = new Set();
    this.#client.entries.forget((id) => symbolOfDrawing(id) === symbol);
    this.#publish();
  }

  #write({ id: Id, row, seenRevision: Seen }: DocumentWrite<Drawing>): boolean {
    const { trading } = this.#parts;
    return row === null
      ? trading.sendReady('drawingRemove', { Id, Seen })
      : trading.sendReady('drawingPut', { Id, Seen, Version: DRAWING_SCHEMA_VERSION, Body: { ...row } });
  }

  #publish(): void {
    const rows = this.#client.entries.rows();
    for (const [symbol, followed] of this.#followed)
      // Undo reads symbols that are loaded although no chart shows them.
      if (followed.isUsed || followed.isLoaded || followed.isShownOld())
        followed.show(rows.filter(({ Symbol }) => Symbol === symbol).toSorted(byDrawingOrder));
  }

  #onList({ Symbol, Items, HasMore }: Body<'drawingDocuments'>): void {
    const followed = this.#followed.get(Symbol);
    if (followed?.isRequested !== true) return;
    this.#client.onItems(Items, followed.listed);
    if (HasMore) return;
    this.#client.entries.onListed(followed.listed, (id) => symbolOfDrawing(id) === Symbol);
    followed.listed = new Set();
    followed.isLoaded = true;
    this.#client.settlePaced();
  }

  #onListRefused({ Symbol, Message: message }: Body<'drawingListRefused'>): void {
    const followed = this.#followed.get(Symbol);
    if (followed === undefined) return;
    followed.isRequested = false;
    followed.isRefused = true;
    this.#unlisted.report({ kind: 'unlisted', symbol: Symbol, message });
    followed.notifyFailed();
  }

  #onFailure(requestT: number | undefined): void {
    const { drawingList, drawingPut, drawingRemove } = catalogue;
    if (![drawingList.T, drawingPut.T, drawingRemove.T].some((T) => T === requestT)) return;
    this.#client.onFailure(() => {
      for (const [symbol, followed] of this.#followed) {
        if (followed.isLoaded) continue;
        followed.isRequested = false;
        followed.listed = new Set();
        if (followed.isUsed) this.#request(symbol, followed);
      }
    });
  }
}

/** Opens the store with the ids and the stash of this browser. */
export const openSharedDrawings = (parts: Omit<SharedDrawingsOptions, 'newId' | 'stash'>): SharedDrawings =>
  new SharedDrawings({ ...parts, newId: randomId, stash: createDrawingStash() });
