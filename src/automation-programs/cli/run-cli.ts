import { createTapedeckClient, TapedeckError } from '../../automation-client/index.ts';
import { plainTextWarning, type Connection } from '../connection.ts';
import { CommandError, ExitCode } from '../exit-codes.ts';
import { accounts, balance, exportOrders, orders, positions } from './account-commands.ts';
import { readArguments, usageError, type Command, type CommandWorld } from './command.ts';
import { HELP } from './help.ts';
import { bars, quote, watch } from './market-commands.ts';
import { cancel, order } from './order-commands.ts';
import { run as runStrategy, runs, stop } from './run-commands.ts';
import { schedule } from './schedule-command.ts';

const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    quote,
    watch,
    bars,
    accounts,
    balance,
    positions,
    orders,
    order,
    cancel,
    export: exportOrders,
    runs,
    run: runStrategy,
    stop,
    schedule,
  }),
);
/** Commands that run a strategy file with the runtime of the server, which is not packed. */
const OF_SOURCES: readonly string[] = ['backtest', 'optimize'];
/** Codes of the client that say that no server of Tapedeck has answered, or that it cannot at present. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'unreachable',
  'timed_out',
  'unexpected_answer',
  'unavailable',
]);

/** Runs a command of the command line. `connection` is read once the arguments are right. Returns the exit code. */
export async function cliExitCode(
  argv: readonly string[],
  world: CommandWorld,
  connection: () => Connection,
): Promise<ExitCode> {
  try {
    return await run(argv, world, connection);
  } catch (error) {
    return reported(error, world);
  }
}

async function run(
  argv: readonly string[],
  world: CommandWorld,
  connection: () => Connection,
): Promise<ExitCode> {
  const [name, ...rest] = argv;
  const isHelp =
    name === undefined || name === 'help' || argv.some((text) => text === '--help' || text === '-h');
  if (isHelp) {
    world.print(HELP);
    return name === undefined ? ExitCode.Usage : ExitCode.Done;
  }
  if (OF_SOURCES.includes(name))
    throw usageError(`${name} needs the sources of Tapedeck: npm run tapedeck -- ${name}, in their folder.`);
  const command = COMMANDS.get(name);
  if (command === undefined)
    throw usageError(`There is no command ${name}. The commands are: ${[...COMMANDS.keys()].join(', ')}.`);
  const perform = command.prepare(readArguments(rest, command.options));
  const found = connection();
  const warning = plainTextWarning(found);
  if (warning !== undefined) world.warn(warning);
  return perform({ ...world, client: createTapedeckClient(found) });
}

/** Reports in one line what went wrong. Throws what is a fault of the program. */
function reported(error: unknown, { warn, signal }: CommandWorld): ExitCode {
  if (signal.aborted) return ExitCode.Interrupted;
  if (error instanceof CommandError) {
    warn(error.message);
    if (error.exitCode === ExitCode.Usage) warn('See: tapedeck --help');
    return error.exitCode;
  }
  if (!(error instanceof TapedeckError)) throw error;
  const { code, message } = error;
  warn(`${message} (${code})`);
  if (code === 'invalid_settings') return ExitCode.Usage;
  return UNREACHABLE.has(code) ? ExitCode.Unreachable : ExitCode.Refused;
}
