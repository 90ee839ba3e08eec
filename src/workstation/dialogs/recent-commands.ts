import * as v from 'valibot';

const STORE_KEY = 'tapedeck.recent-commands';
const MAX_RECENT = 8;
const schema = v.array(v.pipe(v.string(), v.maxLength(128)));

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Ids of the commands run from the palette of this browser, the newest first. */
export function recentCommands(store: Store): readonly string[] {
  try {
    return v.parse(schema, JSON.parse(store.getItem(STORE_KEY) ?? '[]')).slice(0, MAX_RECENT);
  } catch {
    return [];
  }
}

/** Remembers that a command was run. A browser that stores nothing lists no recent commands. */
export function rememberCommand(store: Store, id: string): void {
  const ids = [id, ...recentCommands(store).filter((known) => known !== id)].slice(0, MAX_RECENT);
  try {
    store.setItem(STORE_KEY, JSON.stringify(ids));
  } catch {
    /* Storage is full or blocked. */
  }
}
