import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { percentile, printTable } from './harness.ts';
import { openBystander, type Acknowledgements } from './isolation/harness/bystander.ts';
import { loadRow, rowNames } from './isolation/harness/load-row.ts';
import type { ServerFigures, ServerReady, SettledFigures } from './isolation/harness/server.ts';

/** How far the p99 may rise above the calm one, ms. */
const MAX_RISE_MS = 50;
const MAX_LAG_MS = 100;
/** Each with a server of its own. One round has 200 orders, so that the p99 of a single round is its third slowest order. */
const ROUNDS = 3;

interface Round {
  readonly calm: Acknowledgements;
  readonly attacked: Acknowledgements;
  readonly server: ServerFigures;
  /** Of a row that knows when its work is over. */
  readonly memory: SettledFigures | undefined;
}

function start(program: 'server' | 'misbehaving', ...args: string[]): ChildProcess {
  return fork(fileURLToPath(new URL(`./isolation/harness/${program}.ts`, import.meta.url)), args, {
    execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc'],
  });
}

async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const exited = once(child, 'exit').then(() => Promise.reject(new Error('A process of the bench ended.')));
  // Each program answers with the one kind of message that its caller names.
  const [answer] = (await Promise.race([once(child, 'message'), exited])) as [Answer];
  return answer;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.send('stop');
  await once(child, 'exit');
}

const megabytes = ({ server, children }: SettledFigures['peak']): string =>
  `${Math.round(server)} + ${Math.round(children)}`;

async function measureRound(file: string, waitsForEnd: boolean): Promise<Round> {
  const server = start('server', file);
  try {
    const ready = await answerOf<ServerReady>(server);
    const attacker = start('misbehaving', file, JSON.stringify(ready));
    try {
      await answerOf<'ready'>(attacker);
      const bystander = await openBystander(ready.ports, ready.bystander);
      // The first measurement warms the order path up and is not counted.
      await bystander.measure();
      const calm = await bystander.measure();
      server.send('reset');
      attacker.send('start');
      const attacked = await bystander.measure();
      server.send('read');
      const figures = await answerOf<ServerFigures>(server);
      bystander.close();
      await end(attacker);
      let memory: SettledFigures | undefined;
      if (waitsForEnd) {
        server.send('settle');
        memory = await answerOf<SettledFigures>(server);
      }
      return { calm, attacked, server: figures, memory };
    } finally {
      await end(attacker);
    }
  } finally {
    await end(server);
  }
}

interface Row {
  readonly name: string;
  /** Latencies of all rounds together, ms. */
  readonly calmMs: readonly number[];
  readonly attackedMs: readonly number[];
  /** Of the worst round. */
  readonly lagMsMax: number;
  readonly rssMegabytes: number;
  readonly unanswered: number;
  readonly memory: SettledFigures | undefined;
}

async function measureRow(file: string): Promise<Row> {
  const { name, settle } = await loadRow(file);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push(await measureRound(file, settle !== undefined && round === 0));
  return {
    name,
    calmMs: rounds.flatMap(({ calm }) => calm.latenciesMs),
    attackedMs: rounds.flatMap(({ attacked }) => attacked.latenciesMs),
    lagMsMax: Math.max(...rounds.map(({ server }) => server.lagMsMax)),
    rssMegabytes: Math.max(...rounds.map(({ server }) => server.rssMegabytes)),
    unanswered: rounds.reduce((sum, { attacked }) => sum + attacked.unanswered, 0),
    memory: rounds[0]?.memory,
  };
}

function isWithinGoal({ calmMs, attackedMs, lagMsMax, unanswered }: Row): boolean {
  const riseMs = percentile(attackedMs, 0.99) - percentile(calmMs, 0.99);
  return riseMs <= MAX_RISE_MS && lagMsMax <= MAX_LAG_MS && unanswered === 0;
}

/** The order latency of one user, calm and while other users misbehave; one row a kind of misbehaviour. */
export async function benchIsolation(wanted: readonly string[] = []): Promise<void> {
  const measured: Row[] = [];
  for (const file of rowNames())
    if (wanted.length === 0 || wanted.includes(file)) measured.push(await measureRow(file));
  printTable(
    `Isolation: order acknowledgement of one user while another misbehaves, ${ROUNDS} rounds together (goal: p99 at most ${MAX_RISE_MS} ms above calm, loop lag at most ${MAX_LAG_MS} ms, 0 unanswered)`,
    ['', 'calm p50', 'calm p99', 'p50 ms', 'p99 ms', 'lag max ms', 'unanswered', 'RSS MB', 'goal'],
    measured.map((row) => [
      row.name,
      percentile(row.calmMs, 0.5),
      percentile(row.calmMs, 0.99),
      percentile(row.attackedMs, 0.5),
      percentile(row.attackedMs, 0.99),
      row.lagMsMax,
      row.unanswered,
      row.rssMegabytes,
      isWithinGoal(row) ? 'met' : 'MISSED',
    ]),
  );
  const settled = measured.filter(({ memory }) => memory !== undefined);
  if (settled.length > 0)
    printTable(
      'Memory, MB: the server and the processes that it started',
      ['', 'before', 'peak', 'after'],
      settled.map(({ name, memory }) => [
        name,
        ...(memory ? [megabytes(memory.before), megabytes(memory.peak), megabytes(memory.after)] : []),
      ]),
    );
}
