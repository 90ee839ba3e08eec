import * as v from 'valibot';
import { randomId } from '../random-id.ts';

/**
 * Keeps unconfirmed changes of documents in the browser until a page of the same user has sent them. Each page has changes of its own there, so
 * that tabs do not overwrite one another's. Never throws: without storage the changes are in the page only.
 */
export interface UnsentStash<Change> {
  /** The changes of a user's other pages. They belong to this page from now on. */
  takeOver(userId: string): readonly Change[];
  /** Replaces the changes of the user that belong to this page. */
  replace(userId: string, unsent: readonly Change[]): void;
  /** The user has left: the changes that belong to this page stay for the next one. */
  release(): void;
}

/** The parts of the browser's storage that a stash uses. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The key in the browser's storage, and the schema of a change of a document. */
export interface StashFormat<Change> {
  readonly key: string;
  readonly schema: v.GenericSchema<unknown, Change>;
}

const headerSchema = v.object({
  userId: v.string(),
  /** The page that made the change; empty in entries of releases that did not separate pages. */
  page: v.optional(v.string(), ''),
});

interface Stashed<Change> {
  readonly userId: string;
  readonly page: string;
  readonly change: Change;
}

/** `storage` is the browser's storage unless given; hosts without one keep nothing. */
export function createUnsentStash<Change extends { readonly id: string }>(
  format: StashFormat<Change>,
  storage: () => TextStorage | undefined = browserStorage,
): UnsentStash<Change> {
  return new BrowserStash(format, storage);
}

class BrowserStash<Change extends { readonly id: string }> implements UnsentStash<Change> {
  readonly #format: StashFormat<Change>;
  readonly #storage: () => TextStorage | undefined;
  readonly #page = randomId();
  /** Keys of the stored changes that belong to this page. */
  #owned = new Set<string>();
  /** The text that was last written, with its changes: an unchanged text is not read again. */
  #written: { readonly text: string; readonly items: readonly Stashed<Change>[] } | undefined;

  constructor(format: StashFormat<Change>, storage: () => TextStorage | undefined) {
    this.#format = format;
    this.#storage = storage;
  }

  takeOver(userId: string): readonly Change[] {
    const others = this.#readAll().filter((item) => item.userId === userId && !this.#owned.has(keyOf(item)));
    for (const item of others) this.#owned.add(keyOf(item));
    return others.map(({ change }) => change);
  }

  replace(userId: string, unsent: readonly Change[]): void {
    if (unsent.length === 0 && this.#owned.size === 0) return;
    const others = this.#readAll().filter((item) => !this.#owned.has(keyOf(item)));
    const mine = unsent.map((change) => ({ userId, page: this.#page, change }));
    this.#owned = new Set(mine.map(keyOf));
    this.#write([...others, ...mine]);
  }

  release(): void {
    this.#owned.clear();
  }

  /** Damaged entries are left out. */
  #readAll(): readonly Stashed<Change>[] {
    try {
      const text = this.#storage()?.getItem(this.#format.key) ?? '[]';
      if (this.#written?.text === text) return this.#written.items;
      const stored: unknown = JSON.parse(text);
      return (Array.isArray(stored) ? stored : []).flatMap((item: unknown) => {
        const header = v.safeParse(headerSchema, item);
        const change = v.safeParse(this.#format.schema, item);
        return header.success && change.success ? [{ ...header.output, change: change.output }] : [];
      });
    } catch {
      return [];
    }
  }

  #write(items: readonly Stashed<Change>[]): void {
    const { key } = this.#format;
    const text = JSON.stringify(items.map(({ userId, page, change }) => ({ userId, page, ...change })));
    try {
      if (text === this.#written?.text && text === this.#storage()?.getItem(key)) return;
      if (items.length > 0) this.#storage()?.setItem(key, text);
      else this.#storage()?.removeItem(key);
      this.#written = { text, items };
    } catch {
      /* Storage is full or blocked: the changes are sent while this page is open. */
    }
  }
}

const keyOf = ({ userId, page, change }: Stashed<{ readonly id: string }>): string =>
  JSON.stringify([userId, page, change.id]);

function browserStorage(): TextStorage | undefined {
  return typeof document === 'undefined' ? undefined : localStorage;
}
