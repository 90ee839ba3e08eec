import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { interleave, median, percentile, printTable } from './harness.ts';
import type { Drive, Driven, Target } from './wire-orders/clients.ts';
import type { Usage } from './wire-orders/usage.ts';

interface Figure {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of all threads of the server. */
  readonly cpuUsAnOrder: number;
}

const ORDERS = 8_000;
const WARM_UP = 3_000;
const FLOOR = 'floor: socket and group commit';

function start(program: string, ...args: string[]): ChildProcess {
  return fork(fileURLToPath(new URL(`./wire-orders/${program}.ts`, import.meta.url)), args, {
    execArgv: ['--disable-warning=ExperimentalWarning', ...(program === 'server' ? SERVER_FLAGS : [])],
  });
}

/** Of V8 for the server, to profile it: `--cpu-prof`. */
const SERVER_FLAGS = (process.env['BENCH_SERVER_FLAGS'] ?? '').split(' ').filter(Boolean);

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

async function round(program: 'server' | 'floor-server', clients: number, orders: number): Promise<Figure> {
  const server = start(program, String(clients));
  try {
    const target = { ...(await answerOf<object>(server)), clients };
    const sender = start('clients', JSON.stringify(target satisfies Partial<Target>));
    try {
      await answerOf<'ready'>(sender);
      const drive = async (count: number): Promise<Driven> => {
        sender.send({ orders: count } satisfies Drive);
        const driven = await answerOf<Driven>(sender);
        if (driven.refusal) throw new Error(`The server refused an order: ${driven.refusal.slice(0, 300)}`);
        return driven;
      };
      await drive(Math.min(orders, WARM_UP));
      server.send('reset');
      const { latenciesMs, tookMs } = await drive(orders);
      server.send('read');
      const { cpuUs } = await answerOf<Usage>(server);
      return {
        perSecond: (orders / tookMs) * 1000,
        p50Ms: percentile(latenciesMs, 0.5),
        p99Ms: percentile(latenciesMs, 0.99),
        cpuUsAnOrder: cpuUs / orders,
      };
    } finally {
      await end(sender);
    }
  } finally {
    await end(server);
  }
}

/** Orders from clients of a whole server over its sockets, from sending each to its report, which follows its durable record. */
export async function benchWireOrders(): Promise<void> {
  for (const clients of [1, 64]) {
    const orders = clients === 1 ? ORDERS / 8 : ORDERS;
    const figures = await interleave(3, {
      Tapedeck: () => round('server', clients, orders),
      [FLOOR]: () => round('floor-server', clients, orders),
    });
    const medianOf = (name: string, key: keyof Figure) =>
      median((figures.get(name) ?? []).map((figure) => figure[key]));
    printTable(
      `Orders over the wire, ${clients} client${clients === 1 ? '' : 's'} (goal with 64: at least 20,000 orders/s, p99 at most 10 ms, 60 µs of CPU an order)`,
      ['', 'orders/s', 'p50 ms', 'p99 ms', 'CPU µs an order', 'CPU of floor'],
      [...figures.keys()].map((name) => [
        name,
        medianOf(name, 'perSecond'),
        medianOf(name, 'p50Ms'),
        medianOf(name, 'p99Ms'),
        medianOf(name, 'cpuUsAnOrder'),
        medianOf(name, 'cpuUsAnOrder') / medianOf(FLOOR, 'cpuUsAnOrder'),
      ]),
    );
  }
}
