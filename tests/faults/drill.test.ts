import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../../src/protocol/index.ts';
import { orderOf, signInAsFirstUser, type WireClient } from '../api/wire-client.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { spawnServer } from '../support/spawn-server.ts';
import { programPath } from '../support/programs.ts';

/** The drill of docs/operations.md, command by command: two folders stand for the two machines. */

const ROOT = join(import.meta.dirname, '../..');
const BACKUP = '/mnt/backups/drill.tar';
const RESTORED = '/srv/tapedeck-drill';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-drill-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The commands of each block of the drill. */
function documentedBlocks(): readonly (readonly string[])[] {
  const text = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  const [, drill = ''] = text.split('## Drill\n');
  const [section = ''] = drill.split('\n## ');
  return [...section.matchAll(/```sh\n([^`]+)```/g)].map(([, block = '']) =>
    block
      .trim()
      .split('\n')
      .map((line) => line.trim()),
  );
}

/** Runs a documented command on one of the machines, whose folder takes the place of its root. */
async function run(line: string, machine: string): Promise<string> {
  const parts = line
    .split(' ')
    .map((part) =>
      part.replace(BACKUP, join(machine, 'drill.tar')).replace(RESTORED, join(machine, 'restored')),
    );
  const assigned = /^TAPEDECK_DATA=(.*)$/.exec(parts[0] ?? '')?.[1];
  const command = assigned === undefined ? parts : parts.slice(1);
  if (command[0] === 'sha256sum') {
    return createHash('sha256')
      .update(readFileSync(command[1] ?? ''))
      .digest('hex');
  }
  expect(command.slice(0, 4).join(' '), line).toBe(`npm run admin --`);
  const child = spawn(process.execPath, [programPath('admin'), ...command.slice(4)], {
    env: processEnvironment({ TAPEDECK_DATA: assigned ?? join(machine, 'data'), DATABASE_URL: '' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  expect(code, `${line}\n${output}`).toBe(0);
  return output;
}

/** What Trade Manager shows of the account. */
function booksOf(client: WireClient<'trading'>) {
  const last = <Name extends 'orders' | 'positions' | 'balance'>(name: Name): Body<Name> => {
    const found = client.seen.findLast((message) => message.name === name);
    if (!found) throw new Error(`the account has no ${name}`);
    // Found by its name.
    return found.body as Body<Name>;
  };
  return {
    cash: last('balance').Cash,
    positions: last('positions').Items.map(({ Symbol, LongQty, ShortQty, FifoCost }) => ({
      Symbol,
      LongQty,
      ShortQty,
      FifoCost,
    })),
    orders: last('orders').Items.map(({ OrderId, ClientId, Status, Quantity, Price }) => ({
      OrderId,
      ClientId,
      Status,
      Quantity,
      Price,
    })),
  };
}

const figureLines = (output: string): readonly string[] =>
  output.split('\n').filter((line) => line.includes('  cash '));

it('brings the books of a killed server back on another machine', { timeout: 300_000 }, async () => {
  const [backup = [], restore = [], start = []] = documentedBlocks();
  expect(backup).toHaveLength(2);
  expect(restore).toHaveLength(3);
  expect(start).toEqual([`TAPEDECK_DATA=${RESTORED} npm start`]);
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  for (const machine of [first, second]) await mkdir(machine);
  const env = { TAPEDECK_SEED: '7' };
  const server = await spawnServer({ dataFolder: join(first, 'data'), env });
  let other: Awaited<ReturnType<typeof spawnServer>> | undefined;
  try {
    const { client, user } = await signInAsFirstUser(server);
    const orders = [
      orderOf(user, { Quantity: 20 }),
      orderOf(user, { Symbol: 'AAPL', Quantity: 30, TifType: 'GoodTillCancel' }),
      orderOf(user, { Type: 'Limit', Price: 1, TifType: 'GoodTillCancel', Quantity: 50 }),
    ];
    for (const order of orders) {
      client.send('orderSend', order);
      const isResting = order.Type === 'Limit';
      await client.next(
        'executionReport',
        ({ ClientId, ReportType, LeavesQuantity }) =>
          ClientId === order.ClientId &&
          (isResting
            ? ReportType === 'OrderConfirmed'
            : ReportType === 'OrderExecuted' && LeavesQuantity === 0),
      );
    }
    client.close();
    const again = await signInAsFirstUser(server, user);
    const before = booksOf(again.client);
    again.client.close();
    expect(before.orders).toHaveLength(orders.length);
    expect(before.positions).toHaveLength(2);

    const [saved = '', sum = ''] = backup;
    await run(saved, first);
    const checksum = await run(sum, first);
    await server.kill();

    await copyFile(join(first, 'drill.tar'), join(second, 'drill.tar'));
    const [sumAgain = '', restored = '', checked = ''] = restore;
    expect(await run(sumAgain, second)).toBe(checksum);
    await run(restored, second);
    const figures = figureLines(await run(checked, second));
    expect(figures.join()).toContain(user.account);
    // The disk of the first machine, as the drill says: the same figures.
    expect(figureLines(await run(checked.replace(RESTORED, join(first, 'data')), first))).toEqual(figures);

    other = await spawnServer({ dataFolder: join(second, 'restored'), env });
    const there = await signInAsFirstUser(other, user);
    expect(booksOf(there.client)).toEqual(before);
    there.client.close();
  } finally {
    await server.kill();
    await other?.kill();
  }
});
