import * as v from 'valibot';
import type { AlertRow } from '../../domain/alerts/index.ts';
import { randomId } from '../random-id.ts';
import { alertRowSchema } from './alert-row-schema.ts';

/** A change of an alert that the server has not confirmed. */
export interface UnsentAlert {
  readonly id: string;
  /** Revision that the change is based on; 0 = the server has confirmed none. */
  readonly revision: number;
  /** The alert at that revision. Without a revision: the alert in the first write that was sent; null before it. */
  readonly seen: AlertRow | null;
  /** The alert after the change; null when it was removed. */
  readonly row: AlertRow | null;
  /** It comes from an older release: it is added only if the server does not know its id. */
  readonly isOffer: boolean;
  /** It was removed and is added again. */
  readonly isRestored: boolean;
}

/**
 * Keeps unconfirmed changes of alerts in the browser until a page of the same user has sent them. Each page has changes of its own there, so that
 * tabs do not overwrite one another's. Never throws: without storage the changes are in the page only.
 */
export interface AlertStash {
  /** The changes of a user's other pages. They belong to this page from now on. */
  takeOver(userId: string): readonly UnsentAlert[];
  /** Replaces the changes of the user that belong to this page. */
  replace(userId: string, unsent: readonly UnsentAlert[]): void;
  /** The user has left: the changes that belong to this page stay for the next one. */
  release(): void;
}

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'tapedeck.unsentAlerts';

const unsentSchema = v.object({
  userId: v.string(),
  /** The page that made the change; empty in entries of releases that did not separate pages. */
  page: v.optional(v.string(), ''),
  id: v.string(),
  revision: v.pipe(v.number(), v.integer(), v.minValue(0)),
  seen: v.nullable(alertRowSchema),
  row: v.nullable(alertRowSchema),
  isOffer: v.optional(v.boolean(), false),
  isRestored: v.optional(v.boolean(), false),
});
type StashedAlert = v.InferOutput<typeof unsentSchema>;

const keyOf = ({ userId, page, id }: StashedAlert): string => JSON.stringify([userId, page, id]);

/** `storage` is the browser's storage unless given; hosts without one keep nothing. */
export function createAlertStash(storage: () => TextStorage | undefined = browserStorage): AlertStash {
  return new BrowserStash(storage);
}

class BrowserStash implements AlertStash {
  readonly #storage: () => TextStorage | undefined;
  readonly #page = randomId();
  /** Keys of the stored changes that belong to this page. */
  #owned = new Set<string>();
  /** The text that was last written, with its changes: an unchanged text is not read again. */
  #written: { readonly text: string; readonly items: readonly StashedAlert[] } | undefined;

  constructor(storage: () => TextStorage | undefined) {
    this.#storage = storage;
  }

  takeOver(userId: string): readonly UnsentAlert[] {
    const others = this.#readAll().filter((item) => item.userId === userId && !this.#owned.has(keyOf(item)));
    for (const item of others) this.#owned.add(keyOf(item));
    return others.map(({ userId: _user, page: _page, ...change }) => change);
  }

  replace(userId: string, unsent: readonly UnsentAlert[]): void {
    if (unsent.length === 0 && this.#owned.size === 0) return;
    const others = this.#readAll().filter((item) => !this.#owned.has(keyOf(item)));
    const mine = unsent.map((item) => ({ userId, page: this.#page, ...item }));
    this.#owned = new Set(mine.map(keyOf));
    this.#write([...others, ...mine]);
  }

  release(): void {
    this.#owned.clear();
  }

  /** Damaged entries are left out. */
  #readAll(): readonly StashedAlert[] {
    try {
      const text = this.#storage()?.getItem(KEY) ?? '[]';
      if (this.#written?.text === text) return this.#written.items;
      const stored: unknown = JSON.parse(text);
      return (Array.isArray(stored) ? stored : []).flatMap((item: unknown) => {
        const parsed = v.safeParse(unsentSchema, item);
        return parsed.success ? [parsed.output] : [];
      });
    } catch {
      return [];
    }
  }

  #write(items: readonly StashedAlert[]): void {
    const text = JSON.stringify(items);
    try {
      if (text === this.#written?.text && text === this.#storage()?.getItem(KEY)) return;
      if (items.length > 0) this.#storage()?.setItem(KEY, text);
      else this.#storage()?.removeItem(KEY);
      this.#written = { text, items };
    } catch {
      /* Storage is full or blocked: the changes are sent while this page is open. */
    }
  }
}

function browserStorage(): TextStorage | undefined {
  return typeof document === 'undefined' ? undefined : localStorage;
}
