// The misbehaving users of an isolation row, in a process of their own so that their work does not slow the measuring one.
import { setPriority } from 'node:os';
import { encode, TRADING_PATH } from '../../../../src/protocol/index.ts';
import { openAccount } from '../../../api/wire-client.ts';
import { clientFrame, openAttackSocket } from './attack-socket.ts';
import { loadRow } from './load-row.ts';
import type { Attack, SignedInUser } from './row.ts';
import type { ServerReady } from './server.ts';

const row = await loadRow(process.argv[2] ?? '');
/** Lowest priority of a process. */
const LOWEST = 19;
// Real attackers have machines of their own: they load the server with what they send, not by taking its processor.
setPriority(LOWEST);

// The parent passes what the server process reported.
const { ports, misbehaving } = JSON.parse(process.argv[3] ?? '') as ServerReady;

const users: SignedInUser[] = [];
for (const user of misbehaving) {
  const { client, jwt } = await openAccount(ports, user, {
    IncludeBalance: false,
    IncludePositions: false,
    IncludeTrades: false,
  });
  users.push({ ...user, jwt });
  client.close();
}

const over = new AbortController();
const attack: Attack = {
  ports,
  users,
  signal: over.signal,
  openTrading: (user, select = {}) =>
    openAttackSocket(
      ports.trading,
      TRADING_PATH,
      Buffer.concat([
        clientFrame(encode('resume', { JWT: user.jwt })),
        clientFrame(
          encode('accountSelect', {
            Account: user.account,
            IncludeBalance: true,
            IncludePositions: true,
            IncludeTrades: false,
            ...select,
          }),
        ),
      ]),
      over.signal,
    ),
  openAuthenticated: (socket, user) =>
    openAttackSocket(
      ports[socket],
      '/',
      clientFrame(encode(socket === 'streaming' ? 'streamingAuth' : 'dataAuth', { JWT: user.jwt })),
      over.signal,
    ),
};

process.on('message', (message) => {
  if (message === 'start')
    row.misbehave(attack).catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
  if (message === 'stop') {
    over.abort();
    process.exit(0);
  }
});
process.send?.('ready');
