import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { PINNED_NODE, startTestServer, type TestServer } from '../support/server.ts';
import { openAccount, orderOf } from './wire-client.ts';

const ADMIN = fileURLToPath(new URL('../../src/server/admin/main.ts', import.meta.url));

let server: TestServer<ScriptedMarket>;
beforeAll(async () => { server = await startTestServer(); });
afterAll(() => server.end());

function admin(...args: readonly string[]): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(PINNED_NODE, ['--disable-warning=ExperimentalWarning', ADMIN, ...args], { env: { PATH: process.env['PATH'], TAPEDECK_DATA: server.dataFolder }, stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => { out += text; });
    child.stderr.setEncoding('utf8').on('data', (text: string) => { err += text; });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

describe('an administrator beside a running server', () => {
  it('corrects an execution, takes it back, and the holder hears of both by the usual report, position and balance', async () => {
    const user = await server.addUser('amended');
    const { client } = await openAccount(server.ports, user);
    client.send('orderSend', orderOf(user, { Quantity: 100 }));
    const { ExecutionId, OrderId } = await client.next('executionReport', (report) => report.ReportType === 'OrderExecuted');
    expect(await admin('correct', ExecutionId, '--price', '99.5', '--quantity', '40')).toEqual({ code: 0, out: `Execution ${ExecutionId} was corrected: position, cash and fees go by the new figures.\n`, err: '' });
    expect(await client.next('executionReport', (report) => report.ReportType === 'OrderCorrected')).toMatchObject({ OrderId, ExecutionId, LastFillQuantity: 40, LastFillPrice: 99.5, LeavesQuantity: 0 });
    expect((await client.next('positions', ({ Items, IsSnapshot }) => !IsSnapshot && Items[0]?.LongQty === 40)).Items[0]).toMatchObject({ Symbol: 'SPY', FifoCost: 3980 });
    expect(await admin('bust', ExecutionId)).toMatchObject({ code: 0, err: '' });
    expect(await client.next('executionReport', (report) => report.ReportType === 'OrderBusted')).toMatchObject({ OrderId, ExecutionId, LastFillQuantity: 40 });
    expect((await client.next('balance', ({ Cash }) => Cash === 100_000)).Cash).toBe(100_000);
    expect(await admin('bust', ExecutionId)).toEqual({ code: 1, out: '', err: `error: Execution ${ExecutionId} has been taken back already.\n` });
    expect(await admin('bust', 'E999999')).toEqual({ code: 1, out: '', err: 'error: There is no execution E999999. Trade Log and the order export name them.\n' });
    expect((await server.storage.repositories.risk.load()).entries).toEqual([]);
    client.close();
  });
});

describe('the same order twice within a second', () => {
  it('is refused with -48, and taken once an administrator has lifted the guard for the account', async () => {
    const guarded = await startTestServer({ duplicateWindowMs: undefined });
    const user = await guarded.addUser('twice');
    const { client } = await openAccount(guarded.ports, user);
    const codeOf = async (ClientId: string, change: Parameters<typeof orderOf>[1] = {}) => {
      client.send('orderSend', orderOf(user, { Type: 'Limit', Price: 90, Quantity: 7, ClientId, ...change }));
      return (await client.next('executionReport', (report) => report.ClientId === ClientId)).ErrorCode;
    };
    expect([await codeOf('one'), await codeOf('two'), await codeOf('three', { Quantity: 8 })]).toEqual([0, -48, 0]);
    guarded.market.nowMs += 1_000;
    expect(await codeOf('later')).toBe(0);
    await guarded.storage.repositories.risk.change('limits', `account:${user.account}`, () => '{"duplicateWindowMs":null}', 1);
    await expect.poll(() => codeOf(`again-${Math.random()}`), { timeout: 3_000 }).toBe(0);
    client.close();
    await guarded.end();
  });
});
