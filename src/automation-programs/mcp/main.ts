import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createTapedeckClient, TapedeckError, type TapedeckClient } from '../../automation-client/index.ts';
import { plainTextWarning, readConnection } from '../connection.ts';
import { CommandError, ExitCode } from '../exit-codes.ts';
import { createMcpServer } from './mcp-server.ts';

/** Of the tools, not of Tapedeck: it changes when they do. */
const VERSION = '1.1.0';
/** Clients of the protocol give up after a minute. */
const MAX_WAIT_MS = 20_000;
/** The key is read before the first message is answered. */
const KEY_WAIT_MS = 5_000;
const HELP = `Serves market data and accounts of a Tapedeck server to a client of the Model Context Protocol, over standard input and output. It reads, and with the scope propose it proposes orders, which the user confirms in the workstation. It sends none.

Address and key are TAPEDECK_URL and TAPEDECK_KEY, or {"url": …, "key": …} in the file TAPEDECK_CLIENT_FILE, ~/.config/tapedeck/client.json unless
named. A key with the scope read suffices; with read and propose it also proposes orders.`;

function connectedClient(): TapedeckClient {
  const connection = readConnection(process.env);
  const warning = plainTextWarning(connection);
  if (warning !== undefined) console.error(warning);
  return createTapedeckClient({ ...connection, maxWaitMs: MAX_WAIT_MS });
}

/** Whether the key may propose orders; false when that cannot be read. Reports a key that cannot be used, or that permits more than this program needs. */
async function checkKey(client: TapedeckClient): Promise<boolean> {
  try {
    const { name, scopes } = await client.key({ signal: AbortSignal.timeout(KEY_WAIT_MS) });
    if (scopes.includes('paper') || scopes.includes('live'))
      console.error(
        `The key "${name}" permits to send orders, which this program never does: the scopes read and propose suffice.`,
      );
    return scopes.includes('propose');
  } catch (error) {
    if (error instanceof TapedeckError) console.error(`${error.message} (${error.code})`);
    else if (error instanceof DOMException && error.name === 'TimeoutError')
      console.error(
        'The server does not answer. Orders cannot be proposed until this program is started again.',
      );
    else throw error;
    return false;
  }
}

async function serve(): Promise<void> {
  const client = connectedClient();
  // Which tools there are depends on the key, and clients read the list once.
  const mayPropose = await checkKey(client);
  // Standard output is the protocol's: everything else goes to standard error.
  const handle = serveStdio(() => createMcpServer(client, { version: VERSION, mayPropose }), {
    onerror: (error) => console.error(error.message),
  });
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => void handle.close());
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
