import * as v from 'valibot';

/** What a page could not send before it went, and what it was a change against. */
export interface Unsent {
  readonly userId: string;
  /** When it was put away, host UTC ms. */
  readonly atMs: number;
  /** The stored revision that this page last knew of. */
  readonly revision: number;
  /** JSON texts: the settings that were stored then, and those to store. */
  readonly storedSettings: string;
  readonly settings: string;
  /** The workspaces that these grew out of, and these. */
  readonly ancestor: string;
  readonly workspace: string;
  /** Other workspaces that were on their way and not answered for; null when there were none. */
  readonly onItsWay: string | null;
}

/** Keeps what pages of this browser could not send, for the next load of the same user. Never throws: a browser that keeps nothing costs what could not be sent. */
export interface UnsentStash {
  of(userId: string): Unsent | null;
  /** Puts it away in place of what was kept of the same user. */
  put(unsent: Unsent): void;
  /** Takes it out, unless another page has put something else there since. */
  drop(unsent: Pick<Unsent, 'userId' | 'atMs'>): void;
  forget(userId: string): void;
}

export type KeptTexts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'tapedeck.unsent';
/** Users of one browser whose unsent changes are kept. */
const MAX_USERS = 3;
/** Characters of all that is kept; browsers give a site five million. */
export const MAX_STASH_CHARS = 2_500_000;

const text = v.pipe(v.string(), v.maxLength(MAX_STASH_CHARS));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const unsentSchema = v.object({
  userId: v.pipe(v.string(), v.minLength(1)),
  atMs: count,
  revision: count,
  storedSettings: text,
  settings: text,
  ancestor: text,
  workspace: text,
  onItsWay: v.nullable(text),
});

/** `kept` is the browser's own storage unless given; hosts without one keep nothing. */
export function createUnsentStash(kept: () => KeptTexts | undefined = browserStorage): UnsentStash {
  /** The newest first; what is damaged is as if it were not there. */
  function read(): Unsent[] {
    try {
      const stored: unknown = JSON.parse(kept()?.getItem(KEY) ?? '[]');
      return (Array.isArray(stored) ? stored : []).flatMap((item: unknown) => {
        const parsed = v.safeParse(unsentSchema, item);
        return parsed.success ? [parsed.output] : [];
      });
    } catch {
      return [];
    }
  }
  function write(items: readonly Unsent[]): void {
    try {
      const fitting = items
        .filter((item) => JSON.stringify(item).length < MAX_STASH_CHARS)
        .slice(0, MAX_USERS);
      while (fitting.length > 0 && JSON.stringify(fitting).length > MAX_STASH_CHARS) fitting.pop();
      if (fitting.length === 0) kept()?.removeItem(KEY);
      else kept()?.setItem(KEY, JSON.stringify(fitting));
    } catch {
      /* Storage is full or blocked: there is no other place for it. */
    }
  }
  const without = (userId: string): Unsent[] => read().filter((item) => item.userId !== userId);
  return {
    of: (userId) => read().find((item) => item.userId === userId) ?? null,
    put: (unsent) => write([unsent, ...without(unsent.userId)]),
    drop({ userId, atMs }) {
      if (read().some((item) => item.userId === userId && item.atMs === atMs)) write(without(userId));
    },
    forget: (userId) => write(without(userId)),
  };
}

function browserStorage(): KeptTexts | undefined {
  return typeof document === 'undefined' ? undefined : localStorage;
}
