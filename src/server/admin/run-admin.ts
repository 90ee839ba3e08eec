import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDataFolder } from '../data-folder.ts';
import {
  DATABASE_FILE,
  messageOf,
  openRepositories,
  readMigrationState,
  type StorageOptions,
} from '../storage/open-repositories.ts';
import { expectData } from './expect-data.ts';
import { UsageError, type AdminContext, type AdminFlags, type StorageContext } from './admin-context.ts';
import { audited, commandText, type AuditedCommand } from './audit.ts';
import { backUpBeforeMigration } from '../backup/backup-before-migration.ts';
import { runBackupCommand, runCheckCommand, runRestoreCommand, targetOf } from './backup-commands.ts';
import { parseCommandLine, type CommandLine } from './command-line.ts';
import { commandOf, isReading } from './commands.ts';
import { HELP } from './help.ts';
import { runJournalCommand } from './journal-commands.ts';
import { runMigrateCommand } from './migrate-command.ts';
import { runDeleteUserCommand, runExportUserCommand } from './user-data-commands.ts';

/** Commands that open the storage themselves, or leave it closed. */
const STORAGE_COMMANDS: Readonly<
  Record<
    string,
    (
      verb: string | undefined,
      flags: AdminFlags,
      context: StorageContext,
      args: readonly string[],
    ) => Promise<void>
  >
> = {
  journal: runJournalCommand,
  backup: (file, _flags, context) => runBackupCommand(file, context),
  restore: runRestoreCommand,
  check: (_verb, _flags, context) => runCheckCommand(context),
  migrate: runMigrateCommand,
  'export-user': (user, _flags, context, args) => runExportUserCommand(user, args, context),
  'delete-user': (user, flags, context) => runDeleteUserCommand(user, flags, context),
};

/** Commands that read the storage and write what is in it to a file. */
const WRITES_A_FILE: ReadonlySet<string> = new Set(['backup', 'export-user']);

const storageContext = (world: AdminWorld, nowMs: number): StorageContext => ({
  storage: storageOf(world),
  nowMs,
  print: world.print,
  progress: world.progress,
  cancelSignal: world.cancelSignal,
});

/** Commands that open the storage themselves, and change what is in it or write it to a file. */
function isRecordedAfter(topic: string, verb: string | undefined, flags: AdminFlags): boolean {
  if (topic === 'journal') return verb === 'salvage' || verb === 'rebuild';
  if (topic === 'migrate') return flags['dry-run'] !== true;
  return topic === 'restore' || topic === 'delete-user' || WRITES_A_FILE.has(topic);
}

/** Where the program works, and how it speaks. */
export interface AdminWorld {
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
  readonly print: (line: string) => void;
  readonly warn: (line: string) => void;
  readonly readStdin: () => Promise<string>;
  /** The address of the workstation in the browser, ending in a slash; undefined when it is not configured. */
  readonly publicUrl?: URL | undefined;
  /** The provider of OpenID Connect; undefined when it is not configured. */
  readonly oidcIssuer?: URL | undefined;
  /** Who runs the command, for the audit trail. */
  readonly actor: string;
  /** Shows what a long command is doing, in one line that the next one replaces. */
  readonly progress?: ((line: string) => void) | undefined;
  /** From the call on, Ctrl+C aborts the signal instead of ending the process. */
  readonly cancelSignal?: (() => AbortSignal) | undefined;
}

/** What only shows never makes a data folder: the name may be mistyped. What changes closes the folder to other accounts first. */
async function prepareFolder({ dataFolder, warn }: AdminWorld, isOnlyReading: boolean): Promise<void> {
  if (isOnlyReading) return expectData({ dataFolder });
  const closed = await ensureDataFolder(dataFolder);
  if (closed.length > 0) warn(`Closed to other accounts of this machine: ${closed.join(', ')}`);
}

const storageOf = ({ dataFolder, databaseUrl, warn }: AdminWorld): StorageOptions => ({
  dataFolder,
  databaseUrl,
  log: warn,
});

/** How a command ended that is recorded after it. */
interface Ended {
  /** Whether the database may be migrated for the entry. */
  readonly mayMigrate: boolean;
  /** Undefined: the command was done. */
  readonly failure?: unknown;
}

/**
 * Records a command after it: the database may be what is repaired, restored or migrated, and must not keep the command from being run.
 */
async function recordAfter(
  entry: AuditedCommand,
  world: AdminWorld,
  { mayMigrate, failure }: Ended,
): Promise<void> {
  // An entry makes no data: the name of the folder may be mistyped.
  if (failure !== undefined && !world.databaseUrl && !existsSync(join(world.dataFolder, DATABASE_FILE)))
    return;
  try {
    if (!mayMigrate && (await readMigrationState(storageOf(world))).pending.length > 0)
      throw new Error('the database is of an earlier version, which the command leaves as it is.');
    const storage = await openRepositories(storageOf(world));
    const end = async (): Promise<void> => {
      if (failure !== undefined) throw failure;
    };
    await audited(storage.repositories.audit, entry, end)
      .catch((error: unknown) => {
        if (error !== failure) throw error;
      })
      .finally(() => storage.close());
  } catch (error) {
    world.warn(`The audit trail has no entry of this command: ${messageOf(error)}`);
  }
}

type StorageCommand = (typeof STORAGE_COMMANDS)[string];

/** Runs a command that opens the storage itself, and records it where its data is: a restore into another place there. */
async function runStorageCommand(
  command: StorageCommand,
  { topic = '', verb, args, flags }: CommandLine,
  entry: AuditedCommand,
  world: AdminWorld,
): Promise<void> {
  const isRecorded = isRecordedAfter(topic, verb, flags);
  const target = targetOf(topic === 'restore' ? flags.into : undefined, world);
  try {
    await command(verb, flags, storageContext(world, entry.nowMs), args);
  } catch (failure) {
    if (isRecorded) await recordAfter(entry, target, { mayMigrate: false, failure });
    throw failure;
  }
  if (isRecorded) await recordAfter(entry, target, { mayMigrate: !WRITES_A_FILE.has(topic) });
}

/** Runs one command line (without the program's own name). Throws UsageError for what was not understood, Error for what could not be done. */
export async function runAdmin(argv: readonly string[], world: AdminWorld): Promise<void> {
  const line = parseCommandLine(argv);
  const { topic, verb, args, flags } = line;
  if (topic === 'help') return world.print(HELP);
  // Some commands open the storage themselves: a journal command needs the journal alone.
  const nowMs = Date.now();
  const entry: AuditedCommand = {
    actor: world.actor,
    command: commandText([topic, verb, ...args], flags),
    nowMs,
  };
  const offline =
    topic !== undefined && Object.hasOwn(STORAGE_COMMANDS, topic) ? STORAGE_COMMANDS[topic] : undefined;
  if (offline) return runStorageCommand(offline, line, entry, world);
  if (topic === 'audit' && verb !== undefined) throw new UsageError(`audit: "${verb}" is one word too many.`);
  const command = commandOf(topic);
  if (topic === undefined || !command) throw new UsageError(`There is no command: ${topic ?? ''}.`);
  const isOnlyReading = isReading(topic, verb);
  if (world.databaseUrl) await backUpBeforeMigration(storageOf(world));
  else await prepareFolder(world, isOnlyReading);
  const storage = await openRepositories(storageOf(world));
  try {
    const context: AdminContext = {
      repositories: storage.repositories,
      nowMs,
      print: world.print,
      readStdin: world.readStdin,
      publicUrl: world.publicUrl,
      oidcIssuer: world.oidcIssuer,
    };
    const run = (): Promise<void> => command(verb, args, flags, context);
    await (isOnlyReading ? run() : audited(storage.repositories.audit, entry, run));
  } finally {
    await storage.close();
  }
}

/** The same, as a program ends: says in one line what went wrong, and gives the exit code (2: not understood, 1: not done). */
export async function adminExitCode(argv: readonly string[], world: AdminWorld): Promise<0 | 1 | 2> {
  try {
    await runAdmin(argv, world);
    return 0;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    world.warn(`error: ${message}${error instanceof UsageError ? ' See: npm run admin -- help' : ''}`);
    return error instanceof UsageError ? 2 : 1;
  }
}
