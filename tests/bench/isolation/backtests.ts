import { encode } from '../../../src/protocol/index.ts';
import { clientFrame, pause, type AttackSocket } from './harness/attack-socket.ts';
import type { IsolationRow } from './harness/row.ts';

const USERS = 4;
const BACKTESTS_PER_USER = 4;
const YEARS = 5;
const YEAR_MS = 365 * 86_400_000;
const SYMBOLS = ['SPY', 'QQQ', 'AAPL', 'MSFT'];
const NAME = 'Cross';
/** Longer than a process without work is kept. */
const REST_MS = 15_000;
const POLL_MS = 500;
/** A connection that has received nothing new for so long has its account. */
const QUIET_MS = 300;

const codeOf = (symbol: string): string => `symbol('${symbol}');
const fast = sma(10), slow = sma(50);
onBar(() => {
  if (crossesAbove(fast, slow)) goLong(100);
  else if (crossesBelow(fast, slow)) goFlat();
});`;

/** Resolves when the answer to the choice of the account has come: before it nothing can be started. */
async function quiet(socket: AttackSocket, signal: AbortSignal): Promise<void> {
  for (let before = -1; !signal.aborted && (before <= 0 || socket.receivedBytes() !== before);) {
    before = socket.receivedBytes();
    await pause(QUIET_MS, signal);
  }
}

/** Backtests on five years of minutes, all started at once. */
export const row: IsolationRow = {
  name: `${USERS * BACKTESTS_PER_USER} backtests of ${USERS} users on ${YEARS} years of minutes`,
  userCount: USERS,
  async misbehave({ users, openTrading, signal }) {
    const To = Date.now();
    const sockets = await Promise.all(users.map((user) => openTrading(user)));
    await Promise.all(sockets.map((socket) => quiet(socket, signal)));
    for (const [index, user] of users.entries()) {
      const socket = sockets[index];
      if (!socket) return;
      socket.write(
        clientFrame(encode('saveAlgoTradingStrategy', { Name: NAME, Code: codeOf('SPY'), Parameters: '' })),
      );
      SYMBOLS.slice(0, BACKTESTS_PER_USER).forEach((symbol, run) =>
        socket.write(
          clientFrame(
            encode('startBacktest', {
              Name: NAME,
              InstanceId: `bench${run}`,
              Code: codeOf(symbol),
              Parameters: '',
              DataType: 'Minute',
              From: To - YEARS * YEAR_MS,
              To,
              IntradayPositionsOnly: false,
              FirstTradingIntervalStart: 570,
              FirstTradingIntervalEnd: 960,
              SecondTradingIntervalStart: 0,
              SecondTradingIntervalEnd: 0,
              IncludeOffMarket: false,
              Account: user.account,
              ShareLimit: -1,
              DollarLimit: -1,
            }),
          ),
        ),
      );
    }
  },
  async settle({ storage }) {
    const { signal } = new AbortController();
    while ((await storage.repositories.strategies.withStatus(['Backtesting'])).length > 0)
      await pause(POLL_MS, signal);
    await pause(REST_MS, signal);
  },
};
