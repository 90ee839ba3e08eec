import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDataFolder } from '../data-folder.ts';
import {
  DATABASE_FILE,
  messageOf,
  openRepositories,
  type StorageOptions,
} from '../storage/open-repositories.ts';
import { runAccountCommand } from './account-commands.ts';
import { UsageError, type AdminContext, type AdminFlags, type StorageContext } from './admin-context.ts';
import { audited, commandText, runAuditCommand, type AuditedCommand } from './audit.ts';
import { ACCOUNT_ATTRIBUTES } from './account-risk-commands.ts';
import { runBackupCommand, runCheckCommand, runRestoreCommand } from './backup-commands.ts';
import { runExecutionCommand } from './execution-commands.ts';
import { HELP } from './help.ts';
import { runJournalCommand } from './journal-commands.ts';
import { runLimitsCommand } from './limit-commands.ts';
import { runMigrateCommand } from './migrate-command.ts';
import { runResetLinkCommand } from './sign-in-commands.ts';
import { runKillSwitchCommand } from './switch-commands.ts';
import { runRouteCommand, runSymbolCommand } from './symbol-commands.ts';
import { runDeleteUserCommand, runExportUserCommand } from './user-data-commands.ts';
import { runUserCommand } from './user-commands.ts';

type Command = (
  verb: string | undefined,
  args: readonly string[],
  flags: AdminFlags,
  context: AdminContext,
) => Promise<void>;
const COMMANDS: Readonly<Record<string, Command>> = {
  user: runUserCommand,
  'reset-link': (user, _args, _flags, context) => runResetLinkCommand(user, context),
  account: runAccountCommand,
  limits: (verb, args, _flags, context) => runLimitsCommand(verb, args, context),
  'kill-switch': (verb, _args, flags, context) => runKillSwitchCommand(verb, flags, context),
  bust: (execution, _args, flags, context) => runExecutionCommand('bust', execution, flags, context),
  correct: (execution, _args, flags, context) => runExecutionCommand('correct', execution, flags, context),
  restrict: (symbol, args, _flags, context) => runSymbolCommand('restrict', symbol, args, context),
  borrow: (symbol, args, _flags, context) => runSymbolCommand('borrow', symbol, args, context),
  country: (symbol, args, _flags, context) => runSymbolCommand('country', symbol, args, context),
  route: (route, args, _flags, context) => runRouteCommand(route, args, context),
  audit: (_verb, _args, flags, context) => runAuditCommand(flags.since, context),
};

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

const storageContext = (world: AdminWorld, nowMs: number): StorageContext => ({
  storage: storageOf(world),
  nowMs,
  print: world.print,
  progress: world.progress,
  cancelSignal: world.cancelSignal,
});

/** Commands that open the storage themselves, and change what is in it. A restore into another place leaves this one as it is. */
function isRecordedAfter(topic: string | undefined, verb: string | undefined, flags: AdminFlags): boolean {
  if (topic === 'journal') return verb === 'salvage';
  if (topic === 'restore') return flags.into === undefined;
  if (topic === 'migrate') return flags['dry-run'] !== true;
  return topic === 'delete-user';
}

/** Words that may follow a command: by topic and verb, else by topic, else by verb, else one. */
const MAX_POSITIONALS: Readonly<Record<string, number>> = {
  list: 0,
  permissions: 2,
  expires: 2,
  'one-machine': 2,
  'two-step': 2,
  passkeys: 2,
  cash: 2,
  ...Object.fromEntries(ACCOUNT_ATTRIBUTES.map((verb) => [`account ${verb}`, 2])),
  'limits set': 3,
  'limits clear': 2,
  'limits show': 1,
  'kill-switch': 0,
  bust: 0,
  correct: 0,
  journal: 1,
  audit: 0,
  backup: 0,
  restore: 0,
  'delete-user': 0,
  'reset-link': 0,
};

function maxPositionals(topic: string, verb: string): number {
  return MAX_POSITIONALS[`${topic} ${verb}`] ?? MAX_POSITIONALS[topic] ?? MAX_POSITIONALS[verb] ?? 1;
}

function parse(argv: readonly string[]): {
  topic: string | undefined;
  verb: string | undefined;
  args: string[];
  flags: AdminFlags;
} {
  const negative = argv.find((word) => /^-\d/.test(word));
  if (negative !== undefined)
    throw new UsageError(
      `"${negative}": numbers here are 0 or above. Write the net price of a spread with a sign as --price=${negative}.`,
    );
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        password: { type: 'string' },
        'password-stdin': { type: 'boolean' },
        live: { type: 'boolean' },
        cash: { type: 'string' },
        account: { type: 'string' },
        price: { type: 'string' },
        quantity: { type: 'string' },
        since: { type: 'string' },
        into: { type: 'string' },
        until: { type: 'string' },
        order: { type: 'string' },
        request: { type: 'string' },
        replace: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
        yes: { type: 'boolean' },
        force: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const [topic, verb, ...args] = positionals;
    if (values.help || topic === undefined) return { topic: 'help', verb: undefined, args: [], flags: {} };
    if (topic !== 'help' && verb !== undefined && args.length > maxPositionals(topic, verb))
      throw new UsageError(`${topic} ${verb}: "${args.at(-1) ?? ''}" is one word too many.`);
    return { topic, verb, args, flags: values };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const [first = 'The command was not understood'] = (
      error instanceof Error ? error.message : String(error)
    ).split('\n');
    throw new UsageError(first.endsWith('.') ? first : `${first}.`);
  }
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
  /** Who runs the command, for the audit trail. */
  readonly actor: string;
  /** Shows what a long command is doing, in one line that the next one replaces. */
  readonly progress?: ((line: string) => void) | undefined;
  /** From the call on, Ctrl+C aborts the signal instead of ending the process. */
  readonly cancelSignal?: (() => AbortSignal) | undefined;
}

/** Commands that only show what is there. By topic and verb, since a verb may also be a symbol: `restrict show on`. */
const READING_COMMANDS: ReadonlySet<string> = new Set([
  'user list',
  'account list',
  'account show',
  'limits show',
  'kill-switch show',
  'restrict list',
  'borrow list',
  'country list',
  'route list',
  'audit',
]);

/** What only shows never makes a data folder: the name may be mistyped. What changes closes the folder to other accounts first. */
async function prepareFolder({ dataFolder, warn }: AdminWorld, isOnlyReading: boolean): Promise<void> {
  if (isOnlyReading) {
    if (!existsSync(join(dataFolder, DATABASE_FILE)))
      throw new Error(
        `There is no Tapedeck data in ${resolve(dataFolder)}. Set TAPEDECK_DATA to the server's data folder, or start the server once.`,
      );
    return;
  }
  const closed = await ensureDataFolder(dataFolder);
  if (closed.length > 0) warn(`Closed to other accounts of this machine: ${closed.join(', ')}`);
}

const storageOf = ({ dataFolder, databaseUrl, warn }: AdminWorld): StorageOptions => ({
  dataFolder,
  databaseUrl,
  log: warn,
});

/**
 * Records a command after it: the database may be what is repaired, restored or migrated, and must not keep the command from being run.
 */
async function recordAfter(entry: AuditedCommand, world: AdminWorld): Promise<void> {
  try {
    const storage = await openRepositories(storageOf(world));
    await audited(storage.repositories.audit, entry, async () => {}).finally(() => storage.close());
  } catch (error) {
    world.warn(`The audit trail has no entry of this command: ${messageOf(error)}`);
  }
}

const commandIn = <Run>(
  commands: Readonly<Record<string, Run>>,
  topic: string | undefined,
): Run | undefined => (topic !== undefined && Object.hasOwn(commands, topic) ? commands[topic] : undefined);

/** Runs one command line (without the program's own name). Throws UsageError for what was not understood, Error for what could not be done. */
export async function runAdmin(argv: readonly string[], world: AdminWorld): Promise<void> {
  const { topic, verb, args, flags } = parse(argv);
  if (topic === 'help') return world.print(HELP);
  // Some commands open the storage themselves: a journal command needs the journal alone.
  const nowMs = Date.now();
  const entry: AuditedCommand = {
    actor: world.actor,
    command: commandText([topic, verb, ...args], flags),
    nowMs,
  };
  const offline = commandIn(STORAGE_COMMANDS, topic);
  if (offline) {
    await offline(verb, flags, storageContext(world, nowMs), args);
    if (isRecordedAfter(topic, verb, flags)) await recordAfter(entry, world);
    return;
  }
  if (topic === 'audit' && verb !== undefined) throw new UsageError(`audit: "${verb}" is one word too many.`);
  const command = commandIn(COMMANDS, topic);
  if (topic === undefined || !command) throw new UsageError(`There is no command: ${topic ?? ''}.`);
  const isOnlyReading = READING_COMMANDS.has(verb === undefined ? topic : `${topic} ${verb}`);
  if (!world.databaseUrl) await prepareFolder(world, isOnlyReading);
  const storage = await openRepositories(storageOf(world));
  try {
    const context: AdminContext = {
      repositories: storage.repositories,
      nowMs,
      print: world.print,
      readStdin: world.readStdin,
      publicUrl: world.publicUrl,
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
