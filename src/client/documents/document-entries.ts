/** A document at a revision of the server; the row is null once it is removed. */
export interface Version<Row> {
  readonly revision: number;
  readonly row: Row | null;
}

/** A change that a tool made; null is the side on which there is no document. */
export interface DocumentChange<Row> {
  readonly before: Row | null;
  readonly after: Row | null;
}

/** The server did not store a change, for the reason in `message`. The document is as it was before. */
export interface RefusedChange<Row> {
  readonly kind: 'refused';
  readonly row: Row;
  readonly message: string;
}

/** Why a change of a document did not go as the user meant it, where both of two writers' versions are kept. */
export type DocumentProblem<Row> =
  | RefusedChange<Row>
  /** Two writers changed the same part: `row` is the other writer's document, `copy` is this page's, which was added beside it. */
  | { readonly kind: 'copied'; readonly row: Row; readonly copy: Row }
  /** One writer removed the document while another changed it: it stays. */
  | { readonly kind: 'kept'; readonly row: Row };

/** A change that the server has not confirmed, as the browser keeps it. */
export interface UnsentDocument<Row> {
  readonly id: string;
  /** Revision that the change is based on; 0 = the server has confirmed none. */
  readonly revision: number;
  /** The document at that revision. Without a revision: the document in the first write that was sent; null before it. */
  readonly seen: Row | null;
  /** The document after the change; null when it was removed. */
  readonly row: Row | null;
  /** It was removed and is added again. */
  readonly isRestored: boolean;
  /** It comes from an older release: it is added only if the server does not know its id. Left out = false. */
  readonly isOffer?: boolean;
}

/** A write for the server: a null row removes the document. */
export interface DocumentWrite<Row> {
  readonly id: string;
  readonly seenRevision: number;
  readonly row: Row | null;
}

/** What became of a change that met another writer's. */
export interface MergedDocument<Row, Problem> {
  /** Null when the document is removed. */
  readonly row: Row | null;
  /** A document that the other writer has removed and that stays: it is added again. Left out = as before. */
  readonly isRestored?: boolean;
  /** A version that did not fit into `row`, under a new id. */
  readonly added?: Row;
  readonly problems: readonly Problem[];
}

/** What differs from kind to kind of documents. */
export interface DocumentTraits<Row, Problem> {
  /** True when two documents, or the absence of both, have the same content. */
  isSame(left: Row | null, right: Row | null): boolean;
  /**
   * Merges an unsent change of `base` with what another writer made of it. Null is a removed document, or a base that neither writer has seen.
   * It is called for changes only: `mine` differs from `base`.
   */
  merge(base: Row | null, mine: Row | null, other: Row | null): MergedDocument<Row, Problem>;
  /** What a present document takes of one that an older release offers; left out = nothing. */
  adopt?(present: Row, offered: Row): Row;
}

/** What is known of one document: the version of the server and this page's change. */
interface Entry<Row> {
  readonly id: string;
  /** The newest version that is known of the server; null while it has none. */
  seen: Version<Row> | null;
  /** The document with this page's changes; null when it was removed here. */
  row: Row | null;
  /** What the last write of this page contained, null for a removal; undefined before the first. */
  sent: Row | null | undefined;
  /** The last write waits for its answer. */
  isUnderWay: boolean;
  /** A newer version that arrived while a write waits. */
  newer: Version<Row> | undefined;
  /** It was removed and is added again, whether or not the server has confirmed the removal. */
  isRestored: boolean;
  /** It comes from an older release and was not changed since. */
  isOffer: boolean;
}

/**
 * The documents of a page: the server's versions with this page's changes, at most one write of a document under way, and merges of what other
 * writers have changed. It sends nothing itself.
 */
export class DocumentEntries<Row extends { readonly Id: string }, Problem> {
  readonly #traits: DocumentTraits<Row, Problem>;
  readonly #onProblem: (problem: Problem | RefusedChange<Row>) => void;
  readonly #entries = new Map<string, Entry<Row>>();

  constructor(
    traits: DocumentTraits<Row, Problem>,
    onProblem: (problem: Problem | RefusedChange<Row>) => void,
  ) {
    this.#traits = traits;
    this.#onProblem = onProblem;
  }

  /** All documents with this page's changes. */
  rows(): readonly Row[] {
    return [...this.#entries.values()].flatMap(({ row }) => row ?? []);
  }

  row(id: string): Row | null {
    return this.#entries.get(id)?.row ?? null;
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** True when the server has the document as it is here. */
  isConfirmed(id: string): boolean {
    const entry = this.#entries.get(id);
    return entry !== undefined && entry.seen !== null && !entry.isUnderWay && !this.#isUnsent(entry);
  }

  /** Adds documents or replaces those with the same ids. One that is removed here comes back by `restore` only. */
  put(rows: readonly Row[]): readonly DocumentChange<Row>[] {
    return this.#changesOf(rows.map(idOf), () => {
      for (const row of rows) {
        const entry = this.#entries.get(row.Id);
        if (entry === undefined) this.#entries.set(row.Id, newEntry(row.Id, null, row));
        else if (entry.row !== null) Object.assign(entry, { row, isOffer: false });
      }
    });
  }

  /** Adds a document of an older release if its id is unknown here. It gives way to one that the server knows, except for what `adopt` takes of it. */
  offer(row: Row): void {
    const entry = this.#entries.get(row.Id);
    if (entry === undefined) this.#entries.set(row.Id, { ...newEntry(row.Id, null, row), isOffer: true });
    else if (entry.row !== null) {
      const adopted = this.#adopt(entry.row, row);
      if (!this.#traits.isSame(adopted, entry.row)) entry.row = adopted;
    }
  }

  /** Adds removed documents again. Those that are there are passed over. */
  restore(rows: readonly Row[]): readonly DocumentChange<Row>[] {
    return this.#changesOf(rows.map(idOf), () => {
      for (const row of rows) {
        const entry = this.#entries.get(row.Id) ?? newEntry<Row>(row.Id, null, null);
        this.#entries.set(row.Id, entry);
        if (entry.row === null) Object.assign(entry, { row, isRestored: true });
      }
    });
  }

  /** Removes documents. Those that the server cannot know are forgotten at once. */
  remove(ids: readonly string[]): readonly DocumentChange<Row>[] {
    return this.#changesOf(ids, () => {
      for (const id of ids) {
        const entry = this.#entries.get(id);
        if (entry === undefined) continue;
        entry.row = null;
        if (entry.seen === null && entry.sent === undefined) this.#entries.delete(id);
      }
    });
  }

  /** The next writes, which count as under way from now on until they are answered. `send` returns false when it can send no more. */
  send(maxUnderWay: number, send: (write: DocumentWrite<Row>) => boolean): void {
    let underWay = [...this.#entries.values()].filter((entry) => entry.isUnderWay).length;
    for (const entry of this.#entries.values()) {
      if (underWay >= maxUnderWay) return;
      if (entry.isUnderWay || !this.#isUnsent(entry)) continue;
      const { id, row } = entry;
      if (!send({ id, row, seenRevision: entry.seen?.revision ?? 0 })) return;
      // The removal of a document whose first write was not answered: the server's answer is compared with that write.
      if (row !== null || entry.seen !== null) entry.sent = row;
      entry.isUnderWay = true;
      underWay += 1;
    }
  }

  /** Takes all changes as confirmed: for sessions whose documents are in the page only. */
  confirmAll(): void {
    for (const entry of this.#entries.values()) entry.seen = { revision: 1, row: entry.row };
  }

  /** Forgets documents that are removed here and on the server. `onForgotten` receives those that the server has known. */
  forgetRemoved(onForgotten: (id: string) => void = () => {}): void {
    for (const [id, entry] of this.#entries) {
      if (entry.row !== null || entry.isUnderWay || this.#isUnsent(entry)) continue;
      this.#entries.delete(id);
      if (entry.seen !== null) onForgotten(id);
    }
  }

  /** Forgets documents that nothing of this page depends on, if `mayForget` agrees. */
  forget(mayForget: (id: string) => boolean): void {
    for (const [id, entry] of this.#entries)
      if (!entry.isUnderWay && !this.#isUnsent(entry) && mayForget(id)) this.#entries.delete(id);
  }

  /** The unconfirmed changes. */
  unsent(): readonly UnsentDocument<Row>[] {
    return [...this.#entries.values()]
      .filter((entry) => entry.isUnderWay || this.#isUnsent(entry))
      .map(({ id, seen, sent, row, isRestored, isOffer }) => ({
        id,
        revision: seen?.revision ?? 0,
        seen: seen === null ? (sent ?? null) : seen.row,
        row,
        isRestored,
        ...(isOffer ? { isOffer } : {}),
      }));
  }

  /** Takes a change that a closed page of this browser could not send. */
  takeUnsent({ id, revision, seen, row, isRestored }: UnsentDocument<Row>): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) {
      // Without a revision `seen` is what the earlier page has sent.
      const added =
        revision > 0
          ? newEntry<Row>(id, { revision, row: seen }, row)
          : { ...newEntry<Row>(id, null, row), sent: seen ?? undefined };
      this.#entries.set(id, { ...added, isRestored });
    } else if (!this.#traits.isSame(seen, row)) this.#merge(entry, seen, row, entry.row);
  }

  /** A write of this page is stored. */
  onStored(id: string, revision: number): void {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.sent === undefined) return;
    entry.isUnderWay = entry.isOffer = false;
    if (entry.sent !== null) entry.isRestored = false;
    if (revision > (entry.seen?.revision ?? 0)) entry.seen = { revision, row: entry.sent };
    const { newer } = entry;
    entry.newer = undefined;
    if (newer !== undefined && newer.revision > revision) this.#take(entry, newer);
  }

  /** A write of this page is not stored: another one came first. */
  onConflict(id: string, version: Version<Row>): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    entry.isUnderWay = false;
    const { newer } = entry;
    entry.newer = undefined;
    this.#take(entry, newer !== undefined && newer.revision > version.revision ? newer : version);
  }

  /** A write of this page cannot be stored: the document is as the server has it. */
  onRefused(id: string, message: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    const { row, seen, newer } = entry;
    entry.isUnderWay = entry.isRestored = false;
    entry.newer = entry.sent = undefined;
    entry.seen = newer ?? seen;
    entry.row = entry.seen?.row ?? null;
    const refused = row ?? entry.row;
    if (refused !== null) this.#onProblem({ kind: 'refused', row: refused, message });
  }

  /** A write of this page is not stored, although no other one came first: it is sent again as the document is then. */
  onNotStored(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    const { newer } = entry;
    entry.isUnderWay = false;
    entry.newer = undefined;
    if (newer !== undefined) this.#take(entry, newer);
  }

  /** A version of the server that answers no write. */
  onVersion(id: string, version: Version<Row>): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) {
      if (version.row !== null) this.#entries.set(id, newEntry(id, version, version.row));
    } else if (entry.isUnderWay) {
      if (version.revision > (entry.newer?.revision ?? 0)) entry.newer = version;
    } else if (version.revision > (entry.seen?.revision ?? 0)) this.#take(entry, version);
  }

  /** The server's list of a group has arrived: documents of it that the list does not have are removed. */
  onListed(listed: ReadonlySet<string>, isInGroup: (id: string) => boolean): void {
    for (const entry of [...this.#entries.values()])
      if (entry.seen !== null && !entry.isUnderWay && isInGroup(entry.id) && !listed.has(entry.id))
        this.#take(entry, { revision: entry.seen.revision + 1, row: null });
  }

  /** Answers of writes under way will not come: they are sent again. */
  onLost(): void {
    for (const entry of this.#entries.values()) entry.isUnderWay = false;
  }

  clear(): void {
    this.#entries.clear();
  }

  /**
   * True when this page has a change that the server does not have. A document that was removed before the answer to its first write may
   * be stored: its removal is sent.
   */
  #isUnsent({ row, seen, sent }: Entry<Row>): boolean {
    const isInDoubt = row === null && seen === null && (sent ?? null) !== null;
    return isInDoubt || !this.#traits.isSame(row, seen?.row ?? null);
  }

  /** Takes a version of another writer, merged with this page's unsent change. */
  #take(entry: Entry<Row>, version: Version<Row>): void {
    const { row, sent, seen } = entry;
    const hasChange = this.#isUnsent(entry);
    entry.seen = version;
    // The next write restores it over the removal that is known now.
    if (entry.isRestored && version.row === null && row !== null) return;
    if (entry.isOffer) {
      // A removed document stays removed.
      entry.isOffer = false;
      entry.row = version.row === null || row === null ? null : this.#adopt(version.row, row);
      return;
    }
    if (!hasChange) {
      entry.row = version.row;
      return;
    }
    // The answer to an earlier write of this page was lost. Without a version the first write is what the other writer has seen.
    const isOwn = sent !== undefined && this.#traits.isSame(sent, version.row);
    const base = isOwn || seen === null ? (sent ?? null) : seen.row;
    this.#merge(entry, base, row, version.row);
  }

  #merge(entry: Entry<Row>, base: Row | null, mine: Row | null, other: Row | null): void {
    const { row, isRestored = entry.isRestored, added, problems } = this.#traits.merge(base, mine, other);
    Object.assign(entry, { row, isRestored });
    if (added !== undefined) this.#entries.set(added.Id, newEntry(added.Id, null, added));
    for (const problem of problems) this.#onProblem(problem);
  }

  #adopt(present: Row, offered: Row): Row {
    return this.#traits.adopt?.(present, offered) ?? present;
  }

  #changesOf(ids: readonly string[], change: () => void): readonly DocumentChange<Row>[] {
    const earlier = [...new Set(ids)].map((id) => ({ id, before: this.row(id) }));
    change();
    return earlier
      .map(({ id, before }) => ({ before, after: this.row(id) }))
      .filter(({ before, after }) => !this.#traits.isSame(before, after));
  }
}

const idOf = ({ Id }: { readonly Id: string }): string => Id;

function newEntry<Row>(id: string, seen: Version<Row> | null, row: Row | null): Entry<Row> {
  return {
    id,
    seen,
    row,
    sent: undefined,
    isUnderWay: false,
    newer: undefined,
    isRestored: false,
    isOffer: false,
  };
}
