import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createTapedeckClient, TapedeckError, type TapedeckClient } from '../../automation-client/index.ts';
import { plainTextWarning, readConnection } from '../connection.ts';
import { CommandError, ExitCode } from '../exit-codes.ts';
import { createMcpServer } from './mcp-server.ts';

/** Of the tools, not of Tapedeck: it changes when they do. */
const VERSION = '1.0.0';
/** Clients of the protocol give up after a minute. */
const MAX_WAIT_MS = 20_000;
const HELP = `Serves market data and accounts of a Tapedeck server to a client of the Model Context Protocol, over standard input and output. It only reads.

Address and key are TAPEDECK_URL and TAPEDECK_KEY, or {"url": …, "key": …} in the file TAPEDECK_CLIENT_FILE, ~/.config/tapedeck/client.json unless
named. A key with the scope read suffices.`;

function connectedClient(): TapedeckClient {
  const connection = readConnection(process.env);
  const warning = plainTextWarning(connection);
  if (warning !== undefined) console.error(warning);
  return createTapedeckClient({ ...connection, maxWaitMs: MAX_WAIT_MS });
}

/** Reports a key that cannot be used, or that permits more than this program needs. */
async function checkKey(client: TapedeckClient): Promise<void> {
  try {
    const { name, scopes } = await client.key();
    if (scopes.includes('paper') || scopes.includes('live'))
      console.error(
        `The key "${name}" permits orders, which this program never sends: the scope read suffices.`,
      );
  } catch (error) {
    if (!(error instanceof TapedeckError)) throw error;
    console.error(`${error.message} (${error.code})`);
  }
}

async function serve(): Promise<void> {
  const client = connectedClient();
  // Standard output is the protocol's: everything else goes to standard error.
  const handle = serveStdio(() => createMcpServer(client, VERSION), {
    onerror: (error) => console.error(error.message),
  });
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => void handle.close());
  await checkKey(client);
}

const [argument] = process.argv.slice(2);
try {
  if (argument === '--help' || argument === '-h') console.error(HELP);
  else if (argument === undefined) await serve();
  else throw new CommandError(ExitCode.Usage, `The argument ${argument} is unknown: there is only --help.`);
} catch (error) {
  if (!(error instanceof CommandError || error instanceof TapedeckError)) throw error;
  console.error(error.message);
  process.exitCode = ExitCode.Usage;
}
