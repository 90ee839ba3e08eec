import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { collectUserData, removeUserData, unfinishedBusiness } from '../backup/user-data.ts';
import { openDatabase, openRepositories } from '../storage/open-repositories.ts';
import { openSnapshot } from '../storage/open-snapshot.ts';
import type { AccountRecord, UserRecord } from '../storage/repositories.ts';
import { refuseRunningServer } from '../storage/running-server.ts';
import { notWritten } from '../file-problem.ts';
import type { StorageSnapshot } from '../storage/storage-snapshot.ts';
import { UsageError, type AdminFlags, type StorageContext } from './admin-context.ts';
import { expectData } from './expect-data.ts';

/** Within this time a running server closes the connections of a disabled user, ms. */
const CONNECTIONS_END_MS = 6_000;
/** Removals beside a running server before the command gives up. */
const MAX_ATTEMPTS = 3;

/** Runs `export-user USER FILE`. The server may run. */
export async function runExportUserCommand(
  name: string | undefined,
  [file]: readonly string[],
  context: StorageContext,
): Promise<void> {
  if (name === undefined || file === undefined)
    throw new UsageError('export-user: name the user and the file to write.');
  const { user } = await userNamed(name, context);
  const data = await withSnapshot(context, (snapshot) => collectUserData(snapshot, user.userId));
  const text = JSON.stringify(
    { exported: new Date(context.nowMs).toISOString(), userName: user.userName, ...data },
    null,
    2,
  );
  // `wx`: a file that is there stays.
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    throw notWritten(file, error);
  });
  try {
    await handle.writeFile(`${text}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  context.print(`Everything that is stored about ${user.userName}, without secrets: ${file}.`);
}

/** Runs `delete-user USER --yes [--force]`. The server may run. */
export async function runDeleteUserCommand(
  name: string | undefined,
  flags: AdminFlags,
  context: StorageContext,
  connectionsEndMs = CONNECTIONS_END_MS,
): Promise<void> {
  if (name === undefined) throw new UsageError('delete-user: name the user.');
  if (!flags.yes)
    throw new UsageError(
      `delete-user: this cannot be undone. Add --yes to delete what is stored about ${name}; export-user saves it first.`,
    );
  const { user, accounts } = await userNamed(name, context);
  const names = accounts.map(({ account }) => account);
  const unfinished = await withSnapshot(context, ({ journal }) => unfinishedBusiness(journal, names));
  if (unfinished.length > 0 && !flags.force)
    throw new Error(
      `${user.userName} has open orders or positions (${unfinished.join('; ')}). Close them first, or add --force to leave them in the books.`,
    );
  const db = await openDatabase(context.storage);
  try {
    await removeUserData(db, user, context.nowMs);
    if (await isServerRunning(context)) await removeBesideServer(db, user, context, connectionsEndMs);
  } finally {
    await db.destroy();
  }
  const kept =
    names.length === 0
      ? ''
      : ` The order journal keeps the records of ${names.join(', ')} under a user without a name.`;
  context.print(`${user.userName} was deleted.${kept}`);
}

/** Until the server has closed the user's connections, they can still store something. */
async function removeBesideServer(
  db: Awaited<ReturnType<typeof openDatabase>>,
  user: UserRecord,
  context: StorageContext,
  connectionsEndMs: number,
): Promise<void> {
  context.print(
    `A server runs on this data. It closes the connections of ${user.userName}, which takes a few seconds.`,
  );
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    await pause(connectionsEndMs);
    if ((await removeUserData(db, user, context.nowMs)) === 0) return;
  }
  throw new Error(
    `the server still stores data of ${user.userName}, who is disabled. Stop the server, and delete deleted-${user.userId} again.`,
  );
}

async function userNamed(
  name: string,
  { storage }: StorageContext,
): Promise<{ readonly user: UserRecord; readonly accounts: readonly AccountRecord[] }> {
  expectData(storage);
  const { repositories, close } = await openRepositories(storage);
  try {
    const user = await repositories.users.byName(name);
    if (!user || user.isDemo) throw new Error(`There is no user ${name}. "user list" shows all.`);
    return { user, accounts: await repositories.accounts.ofUser(user.userId) };
  } finally {
    await close();
  }
}

async function withSnapshot<Value>(
  { storage }: StorageContext,
  work: (snapshot: StorageSnapshot) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-user-'));
  try {
    const snapshot = await openSnapshot(storage, { folder });
    try {
      return await work(snapshot);
    } finally {
      await snapshot.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isServerRunning = ({ storage }: StorageContext): Promise<boolean> =>
  refuseRunningServer(storage).then(
    () => false,
    () => true,
  );
