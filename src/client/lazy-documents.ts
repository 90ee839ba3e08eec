import { hasUnsentChanges, LazyStore } from './documents/lazy-store.ts';
import type { openSharedDrawings, SharedDrawings } from './drawings/shared-drawings.ts';
import { UNSENT_DRAWINGS_KEY } from './drawings/unsent-key.ts';
import type { ReceivedBy } from './message-receivers.ts';
import type { openSaves, SavesOfUser } from './saves/save-store.ts';
import { UNSENT_SAVES_KEY } from './saves/unsent-key.ts';

/** The drawings that charts share; the code of the store comes with its first use. */
export function createSharedDrawings(
  parts: Parameters<typeof openSharedDrawings>[0],
): LazyStore<ReceivedBy<'drawings'>, SharedDrawings> {
  return new LazyStore(
    async () => (await import('./drawings/shared-drawings.ts')).openSharedDrawings(parts),
    () => hasUnsentChanges(UNSENT_DRAWINGS_KEY),
  );
}

/** What users save under a name; the code of the store comes with its first use. */
export function createSavedDocuments(
  parts: Parameters<typeof openSaves>[0],
): LazyStore<ReceivedBy<'saves'>, SavesOfUser> {
  return new LazyStore(
    async () => (await import('./saves/save-store.ts')).openSaves(parts),
    () => hasUnsentChanges(UNSENT_SAVES_KEY),
  );
}
