import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { openRepositories } from '../storage/open-repositories.ts';
import { runAccountCommand } from './account-commands.ts';
import { UsageError, type AdminContext, type AdminFlags } from './admin-context.ts';
import { HELP } from './help.ts';
import { runUserCommand } from './user-commands.ts';

const MAX_POSITIONALS: Readonly<Record<string, number>> = { list: 0, permissions: 2, expires: 2, 'one-machine': 2, cash: 2 };

function parse(argv: readonly string[]): { topic: string | undefined; verb: string | undefined; args: string[]; flags: AdminFlags } {
  const negative = argv.find((word) => /^-\d/.test(word));
  if (negative !== undefined) throw new UsageError(`"${negative}": numbers here are 0 or above.`);
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { password: { type: 'string' }, 'password-stdin': { type: 'boolean' }, live: { type: 'boolean' }, cash: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    const [topic, verb, ...args] = positionals;
    if (values.help || topic === undefined) return { topic: 'help', verb: undefined, args: [], flags: {} };
    if (topic !== 'help' && verb !== undefined && args.length > (MAX_POSITIONALS[verb] ?? 1)) throw new UsageError(`${topic} ${verb}: "${args.at(-1) ?? ''}" is one word too many.`);
    return { topic, verb, args, flags: values };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const [first = 'The command was not understood'] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new UsageError(first.endsWith('.') ? first : `${first}.`);
  }
}

async function run(argv: readonly string[]): Promise<void> {
  const { topic, verb, args, flags } = parse(argv);
  if (topic === 'help') return void console.log(HELP);
  if (topic !== 'user' && topic !== 'account') throw new UsageError(`There is no command: ${topic ?? ''}.`);
  const storage = await openRepositories({ dataFolder: process.env['TAPEDECK_DATA'] || '.tapedeck', databaseUrl: process.env['DATABASE_URL'] || undefined, log: (line) => console.error(line) });
  try {
    const context: AdminContext = { repositories: storage.repositories, nowMs: Date.now(), print: (line) => console.log(line), readStdin: () => text(process.stdin) };
    await (topic === 'user' ? runUserCommand : runAccountCommand)(verb, args, flags, context);
  } finally {
    await storage.close();
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(`error: ${message}${error instanceof UsageError ? ' See: npm run admin -- help' : ''}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
