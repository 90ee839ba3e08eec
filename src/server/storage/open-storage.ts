import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CommitTimer, type CommitObserver } from './commit-timer.ts';
import { createGroupCommitJournal } from './group-commit-journal.ts';
import { guardAcknowledged, type CheckedStore } from './guard-acknowledged.ts';
import { JOURNAL_FILE, markPath } from './journal-paths.ts';
import { openRepositories, type StorageOptions } from './open-repositories.ts';
import { openPostgresJournal } from './postgres-journal.ts';
import type { Storage } from './repositories.ts';
import { openSqliteJournal } from './sqlite-journal.ts';

/** Opens everything the server keeps. Only one server at a time gets it; a second one fails with one clear line. */
export async function openStorage(
  options: StorageOptions & { readonly onCommit?: CommitObserver | undefined },
): Promise<Storage> {
  // The journal first: its lock says whether another server is at work here.
  const store = await openJournalStore(options);
  try {
    const commits = new CommitTimer(() => performance.now(), options.onCommit);
    const journal = await createGroupCommitJournal(commits.timed(store), (error) =>
      options.log?.(error.message),
    );
    const database = await openRepositories(options);
    return {
      repositories: database.repositories,
      journal,
      archive: store.archive,
      isHealthy: async () => journal.isWritable() && (await database.isHealthy()),
      commitAgeMs: () => commits.ageMs(),
      async close() {
        await journal.close();
        await database.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The journal's records, with the note of what was acknowledged in the data folder. */
async function openJournalStore(options: StorageOptions): Promise<CheckedStore> {
  const { dataFolder, databaseUrl, log = () => {} } = options;
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const store = databaseUrl
    ? await openPostgresJournal(databaseUrl, log)
    : await openSqliteJournal(join(dataFolder, JOURNAL_FILE));
  try {
    return await guardAcknowledged(store, markPath(options), log);
  } catch (error) {
    await store.close();
    throw error;
  }
}
