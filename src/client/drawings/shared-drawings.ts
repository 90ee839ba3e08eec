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
import { DocumentEntries, type DocumentWrite, type Version } from '../documents/document-entries.ts';
import { Listeners } from '../documents/listeners.ts';
import { Paced } from '../documents/paced.ts';
import type { HostClock } from '../host-clock.ts';
import type { ReceivedBy } from '../message-receivers.ts';
import { createObservable, type Observable } from '../observable.ts';
import { randomId } from '../random-id.ts';
import type { Readable } from '../readable.ts';
import { createDrawingStash, type DrawingStash } from './drawing-stash.ts';
import type { DrawingChange, DrawingProblem, SharedDrawingStore, SymbolDrawingsState } from './types.ts';

/** Writes that wait for their answers at once. The others are sent as answers arrive. */
const MAX_UNDER_WAY = 50;
/** Unanswered requests are sent again this long after a refusal that names no drawing (too many messages, or a failing server), ms. */
const RETRY_MS = 2_000;
/** Messages of the server are shown, and the stash is written, at most this often, ms: hundreds may arrive at once. */
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
  readonly #problems = new Listeners<DrawingProblem>();
  readonly #changes = new Listeners<readonly DrawingChange[]>();
  readonly #followed = new Map<string, Followed>();
  /** Symbols without a subscriber that stay loaded, the oldest first. */
  #lingering: readonly string[] = [];
  readonly #entries: DocumentEntries<Drawing>;
  readonly #show: Paced;
  /** The account is selected; the server takes writes. */
  #isReady = false;
  /** User whose drawings these are; null before the account is selected. */
  #userId: string | null = null;
  #retry: unknown;

  constructor(parts: SharedDrawingsOptions) {
    this.#parts = parts;
    this.#show = new Paced(parts.clock, SHOW_EVERY_MS, () => this.#stashAndPublish());
    this.#entries = new DocumentEntries<Drawing>(
      {
        isSame: isSameDrawing,
        merge: mergeDrawings,
        withNewId: (row) => ({ ...row, Id: drawingIdOf(row.Symbol, parts.newId()) }),
      },
      this.#problems.report,
    );
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
        const hasFailed = !isLoaded && (!this.#isReady || this.#isAnyRefused(symbols));
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
    this.#change(this.#entries.put(rows));
  }

  restore(rows: readonly Drawing[]): void {
    this.#change(this.#entries.restore(rows));
  }

  remove(ids: readonly string[]): void {
    this.#change(this.#entries.remove(ids));
  }

  onChange(onChange: (changes: readonly DrawingChange[]) => void): () => void {
    return this.#changes.add(onChange);
  }

  onProblem(onProblem: (problem: DrawingProblem) => void): () => void {
    return this.#problems.add(onProblem);
  }

  onTrading(message: ReceivedBy<'drawings'>): void {
    switch (message.name) {
      case 'drawingDocuments':
        return this.#onList(message.body);
      case 'drawingListRefused':
        return this.#onListRefused(message.body);
      case 'drawingStored':
        this.#entries.onStored(message.body.Id, message.body.Revision);
        return this.#settlePaced();
      case 'drawingConflict':
        return this.#onState(message.body, (version) => this.#entries.onConflict(message.body.Id, version));
      case 'drawingChanged':
        return this.#onState(message.body, (version) => this.#entries.onVersion(message.body.Id, version));
      case 'drawingRefused':
        this.#entries.onRefused(message.body.Id, message.body.Message);
        return this.#settlePaced();
      case 'failure':
        return this.#onFailure(message.body.RequestT);
      default:
        assertNever(message);
    }
  }

  /** The account is selected: unsent changes of this page and of earlier ones are sent, then the symbols on screen are listed. */
  onAccountReady(): void {
    const { userId, isDemo } = this.#parts.user();
    this.#isReady = true;
    this.#userId = userId;
    if (!isDemo && userId !== null)
      for (const change of this.#parts.stash.takeOver(userId)) this.#entries.takeUnsent(change);
    this.#settle();
    for (const [symbol, followed] of this.#followed)
      if (followed.isUsed || this.#lingering.includes(symbol)) this.#request(symbol, followed);
  }

  /** The trading socket is lost: writes that wait are sent again after the next selection of the account. */
  onLost(): void {
    this.#isReady = false;
    this.#show.flush();
    this.#stopRetry();
    this.#entries.onLost();
    for (const followed of this.#followed.values()) {
      followed.isRequested = followed.isRefused = false;
      followed.listed = new Set();
      if (!followed.isLoaded) followed.notifyFailed();
    }
  }

  /** Another account is selected, or the user has signed out. Unsent changes stay in the stash. */
  reset(): void {
    this.onLost();
    this.#entries.clear();
    this.#parts.stash.release();
    this.#userId = null;
    for (const followed of this.#followed.values()) followed.isLoaded = false;
    this.#publish();
  }

  dispose(): void {
    this.#show.flush();
    this.#show.stop();
    this.#stopRetry();
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
    if (isInPageOnly && this.#isReady) {
      followed.isLoaded = true;
      this.#publish();
    } else if (this.#isReady && !followed.isRequested && !followed.isRefused)
      followed.isRequested = this.#parts.trading.sendReady('drawingList', { Symbol: symbol });
  }

  #leave(symbol: string): void {
    const followed = this.#followed.get(symbol);
    // Drawings of a demo session are nowhere else.
    if (followed === undefined || this.#parts.user().isDemo) return;
    if (followed.isRequested) this.#parts.trading.sendReady('drawingLeave', { Symbol: symbol });
    followed.isRequested = followed.isLoaded = followed.isRefused = false;
    followed.listed = new Set();
    this.#entries.forget((id) => symbolOfDrawing(id) === symbol);
    this.#publish();
  }

  #change(changes: readonly DrawingChange[]): void {
    this.#settle();
    if (changes.length > 0) this.#changes.report(changes);
  }

  /** After a change of this page, which is shown and stashed at once. */
  #settle(): void {
    this.#advance();
    this.#stashAndPublish();
  }

  /** After a message of the server. */
  #settlePaced(): void {
    this.#advance();
    this.#show.request();
  }

  /** Sends what is unsent, as far as the server takes it, and forgets what is removed. */
  #advance(): void {
    if (this.#parts.user().isDemo) this.#entries.confirmAll();
    else if (this.#isReady) this.#entries.send(MAX_UNDER_WAY, (write) => this.#write(write));
    this.#entries.forgetRemoved();
  }

  #write({ id: Id, row, seenRevision: Seen }: DocumentWrite<Drawing>): boolean {
    const { trading } = this.#parts;
    return row === null
      ? trading.sendReady('drawingRemove', { Id, Seen })
      : trading.sendReady('drawingPut', { Id, Seen, Version: DRAWING_SCHEMA_VERSION, Body: { ...row } });
  }

  #stashAndPublish(): void {
    if (!this.#parts.user().isDemo && this.#userId !== null)
      this.#parts.stash.replace(this.#userId, this.#entries.unsent());
    this.#publish();
  }

  #publish(): void {
    const rows = this.#entries.rows();
    for (const [symbol, followed] of this.#followed)
      // Undo reads symbols that are loaded although no chart shows them.
      if (followed.isUsed || followed.isLoaded || followed.isShownOld())
        followed.show(rows.filter(({ Symbol }) => Symbol === symbol).toSorted(byDrawingOrder));
  }

  #onList({ Symbol, Items, HasMore }: Body<'drawingDocuments'>): void {
    const followed = this.#followed.get(Symbol);
    if (followed?.isRequested !== true) return;
    for (const item of Items) {
      followed.listed.add(item.Id);
      const version = versionOf(item);
      if (version !== undefined) this.#entries.onVersion(item.Id, version);
    }
    if (HasMore) return;
    this.#entries.onListed(followed.listed, (id) => symbolOfDrawing(id) === Symbol);
    followed.listed = new Set();
    followed.isLoaded = true;
    this.#settlePaced();
  }

  #onListRefused({ Symbol, Message: message }: Body<'drawingListRefused'>): void {
    const followed = this.#followed.get(Symbol);
    if (followed === undefined) return;
    followed.isRequested = false;
    followed.isRefused = true;
    this.#problems.report({ kind: 'unlisted', symbol: Symbol, message });
    followed.notifyFailed();
  }

  #onState(state: Body<'drawingChanged'>, take: (version: Version<Drawing>) => void): void {
    const version = versionOf(state);
    if (version === undefined) return;
    take(version);
    this.#settlePaced();
  }

  /** A refusal that names no drawing: unanswered requests are sent again, once for several refusals. */
  #onFailure(requestT: number | undefined): void {
    const { drawingList, drawingPut, drawingRemove } = catalogue;
    if (![drawingList.T, drawingPut.T, drawingRemove.T].some((T) => T === requestT)) return;
    this.#retry ??= this.#parts.clock.setTimeout(() => {
      this.#retry = undefined;
      this.#entries.onLost();
      this.#settle();
      for (const [symbol, followed] of this.#followed) {
        if (followed.isLoaded) continue;
        followed.isRequested = false;
        followed.listed = new Set();
        if (followed.isUsed) this.#request(symbol, followed);
      }
    }, RETRY_MS);
  }

  #stopRetry(): void {
    this.#parts.clock.clearTimeout(this.#retry);
    this.#retry = undefined;
  }
}

/** The version in a message of the server; undefined for a body that this release cannot read. */
function versionOf({ Revision, Version, Body }: Body<'drawingChanged'>): Version<Drawing> | undefined {
  if (Body === null) return { revision: Revision, row: null };
  const read = readDrawing(Version, Body);
  return read.ok ? { revision: Revision, row: read.value } : undefined;
}

/** Opens the store with the ids and the stash of this browser. */
export const openSharedDrawings = (parts: Omit<SharedDrawingsOptions, 'newId' | 'stash'>): SharedDrawings =>
  new SharedDrawings({ ...parts, newId: randomId, stash: createDrawingStash() });
