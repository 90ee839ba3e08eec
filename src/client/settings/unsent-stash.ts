import * as v from 'valibot';

/** Changes that a page had not stored when it was closed, and the stored state that they were made against. */
export interface Unsent {
  readonly userId: string;
  /** When the page was closed, host UTC ms. */
  readonly atMs: number;
  /** The newest stored revision that the page knew. */
  readonly revision: number;
  /** JSON texts: the settings as stored at `revision`, and those to store. */
  readonly storedSettings: string;
  readonly settings: string;
  /** JSON texts: the workspaces that were changed, and those to store; '' when there are none. */
  readonly ancestor: string;
  readonly workspace: string;
  /** Fingerprints of the workspaces and settings in requests whose outcome the page did not know. */
  readonly sent: readonly string[];
  /** The page sent the changes as it was closed: they are kept only until anything is stored, because the next page may load before they arrive. */
  readonly wasSent: boolean;
}

/** Keeps what pages of this browser could not send, for the next load of the same user. Never throws: when the browser's storage is full or blocked, the changes are lost. */
export interface UnsentStash {
  /** The newest changes of a user; null when there are none. */
  get(userId: string): Unsent | null;
  /** Keeps these changes and drops older ones of the same user. */
  put(unsent: Unsent): void;
  /** Removes these changes, unless another page has replaced them since. */
  drop(unsent: Pick<Unsent, 'userId' | 'atMs'>): void;
  /** Removes everything of a user. */
  forget(userId: string): void;
}

/** The part of the browser's `Storage` that the stash uses. */
export type KeptTexts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'tapedeck.unsent';
/** Users of one browser whose unsent changes are kept. */
const MAX_USERS = 3;
/** Limit of the whole stash, characters. Browsers give a site five million. */
export const MAX_STASH_CHARS = 2_500_000;

const text = v.pipe(v.string(), v.maxLength(MAX_STASH_CHARS));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const MAX_SENT = 1_000;
const unsentSchema = v.object({
  userId: v.pipe(v.string(), v.minLength(1)),
  atMs: count,
  revision: count,
  storedSettings: text,
  settings: text,
  ancestor: text,
  workspace: text,
  // Entries of earlier releases have neither.
  sent: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(MAX_SENT)), []),
  wasSent: v.optional(v.boolean(), false),
});

/** Creates the stash over `kept`, by default the browser's local storage. A host without storage keeps nothing. */
export function createUnsentStash(kept: () => KeptTexts | undefined = browserStorage): UnsentStash {
  /** Newest first. Damaged entries are skipped. */
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
      // Storage is full or blocked, and there is no other place to keep the changes.
    }
  }
  const without = (userId: string): Unsent[] => read().filter((item) => item.userId !== userId);
  return {
    get: (userId) => read().find((item) => item.userId === userId) ?? null,
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
