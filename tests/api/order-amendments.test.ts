import { spawn } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPlatform, type Platform } from '../../src/client/index.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { PINNED_NODE, startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { openAccount, orderOf } from './wire-client.ts';
import { until } from '../support/until.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { programPath } from '../support/programs.ts';

let server: TestServer<ScriptedMarket>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

function admin(
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      PINNED_NODE,
      ['--disable-warning=ExperimentalWarning', programPath('admin'), ...args],
      {
        env: processEnvironment({ TAPEDECK_DATA: server.dataFolder }),
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

describe('an administrator beside a running server', () => {
  it('corrects and then busts an execution, and sends the account holder the usual report, position and balance', async () => {
    const user = await server.addUser('amended');
    const { client } = await openAccount(server.ports, user);
    client.send('orderSend', orderOf(user, { Quantity: 100 }));
    const { ExecutionId, OrderId } = await client.next(
      'executionReport',
      (report) => report.ReportType === 'OrderExecuted',
    );
    expect(await admin('correct', ExecutionId, '--price', '99.5', '--quantity', '40')).toEqual({
      code: 0,
      out: `Execution ${ExecutionId} was corrected: position, cash and fees follow the new figures.\n`,
      err: '',
    });
    expect(
      await client.next('executionReport', (report) => report.ReportType === 'OrderCorrected'),
    ).toMatchObject({ OrderId, ExecutionId, LastFillQuantity: 40, LastFillPrice: 99.5, LeavesQuantity: 0 });
    expect(
      (await client.next('positions', ({ Items, IsSnapshot }) => !IsSnapshot && Items[0]?.LongQty === 40))
        .Items[0],
    ).toMatchObject({ Symbol: 'SPY', FifoCost: 3980 });
    expect(await admin('bust', ExecutionId)).toMatchObject({ code: 0, err: '' });
    expect(
      await client.next('executionReport', (report) => report.ReportType === 'OrderBusted'),
    ).toMatchObject({ OrderId, ExecutionId, LastFillQuantity: 40 });
    expect((await client.next('balance', ({ Cash }) => Cash === 100_000)).Cash).toBe(100_000);
    expect(await admin('bust', ExecutionId)).toEqual({
      code: 1,
      out: '',
      err: `error: Execution ${ExecutionId} has been busted already.\n`,
    });
    expect(await admin('bust', 'E999999')).toEqual({
      code: 1,
      out: '',
      err: 'error: There is no execution E999999. Trade Log and the order export name them.\n',
    });
    expect((await server.storage.repositories.risk.load()).entries).toEqual([]);
    client.close();
  });
});

describe('a client that is open while an administrator amends an execution', () => {
  const tabs: Platform[] = [];
  afterEach(() => {
    for (const platform of tabs.splice(0)) platform.dispose();
  });
  const tab = async (user: TestUser): Promise<Platform> => {
    const platform = createPlatform({ baseUrl: server.url });
    tabs.push(platform);
    expect(await platform.session.login(user.userName, user.password)).toBe(true);
    await until(() => expect(platform.orders.get().isLoaded).toBe(true));
    return platform;
  };
  /** Everything that Trade Manager shows. */
  const shown = ({ orders }: Platform) => {
    const { orders: rows, log, positions, balance } = orders.get();
    return { rows: [...rows.values()], log, positions: [...positions.values()], balance };
  };
  /** What the administrator's command writes, without starting a program for it. */
  const amend = (executionId: string, instruction: string, correction?: object) =>
    server.storage.repositories.risk.change(
      'execution',
      executionId,
      () => JSON.stringify({ instruction, ...(correction ? { correction } : {}) }),
      1,
    );

  it('shows the same row, log, position and balance as a client that is opened afterwards', async () => {
    const user = await server.addUser('watching');
    server.market.show('MSFT', [{ exchange: 'ARCA', bid: [100, 500], ask: [100.02, 400] }]);
    server.market.print('MSFT', 100.01, 100);
    const platform = await tab(user);
    const row = () =>
      [...platform.orders.get().orders.values()].map(
        ({ Status, Fill, Unfill, AveragePrice, Description, ErrorCode }) => [
          Status,
          Fill,
          Unfill,
          AveragePrice,
          Description,
          ErrorCode,
        ],
      );
    const untilRows = (rows: unknown) => until(() => expect(row()).toEqual(rows));
    const reports: string[] = [];
    platform.orders.onReport(({ ReportType, LastFillQuantity, LastFillPrice }) =>
      reports.push(`${ReportType} ${LastFillQuantity} @ ${LastFillPrice}`),
    );
    platform.orders.send({
      symbol: 'MSFT',
      side: 'Buy',
      quantity: 1_000,
      type: 'Limit',
      price: 100.02,
      destination: 'SMART',
      route: 'AUTO',
    });
    await untilRows([['PartiallyExecuted', 400, 600, 100.02, '', undefined]]);
    const executionId =
      platform.orders.get().log.find(({ ReportType }) => ReportType === 'OrderExecuted')?.ExecutionId ?? '';
    await amend(executionId, 'first', { quantity: 40, priceE4: 995_000 });
    await untilRows([['CorrectPrice', 40, 960, 99.5, 'Cancelled by market', -17]]);
    await until(() =>
      expect([...platform.orders.get().positions.values()]).toMatchObject([
        { Symbol: 'MSFT', LongQty: 40, FifoCost: 3_980 },
      ]),
    );
    // Balances are published at intervals, so the corrected one follows the position.
    await until(() => expect(platform.orders.get().balance?.Cash).toBeCloseTo(96_019.87, 1));
    expect(shown(await tab(user))).toEqual(shown(platform));
    await amend(executionId, 'second');
    await untilRows([['Busted', 0, 1_000, 0, 'Cancelled by market', -17]]);
    await until(() => expect(platform.orders.get()).toMatchObject({ balance: { Cash: 100_000 } }));
    expect(shown(await tab(user))).toEqual(shown(platform));
    expect(reports).toEqual([
      'OrderAccepted 0 @ 0',
      'OrderConfirmed 0 @ 0',
      'OrderExecuted 400 @ 100.02',
      'OrderCanceled 0 @ 0',
      'OrderCorrected 40 @ 99.5',
      'OrderBusted 40 @ 99.5',
    ]);
  });

  it('shows a busted order of an earlier session that the client had not loaded', async () => {
    const user = await server.addUser('later');
    const { client } = await openAccount(server.ports, user);
    client.send('orderSend', orderOf(user, { Symbol: 'QQQ', Quantity: 100 }));
    const { ExecutionId, OrderId } = await client.next(
      'executionReport',
      (report) => report.ReportType === 'OrderExecuted',
    );
    client.close();
    server.market.beginSession({
      date: '2026-03-03',
      openMs: Date.UTC(2026, 2, 3, 14, 30),
      closeMs: Date.UTC(2026, 2, 3, 21, 0),
    });
    server.market.turn('open');
    const platform = await tab(user);
    expect(shown(platform)).toMatchObject({
      rows: [],
      log: [],
      positions: [{ Symbol: 'QQQ', LongQty: 100 }],
    });
    await amend(ExecutionId, 'third');
    await until(() =>
      expect(shown(platform)).toMatchObject({
        rows: [{ OrderId, Status: 'Busted', Fill: 0, AveragePrice: 0 }],
        log: [{ OrderId, ReportType: 'OrderBusted' }],
        positions: [{ LongQty: 0 }],
        balance: { Cash: 100_000 },
      }),
    );
    expect(shown(await tab(user))).toEqual(shown(platform));
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
    expect([await codeOf('one'), await codeOf('two'), await codeOf('three', { Quantity: 8 })]).toEqual([
      0, -48, 0,
    ]);
    guarded.market.nowMs += 1_000;
    expect(await codeOf('later')).toBe(0);
    await guarded.storage.repositories.risk.change(
      'limits',
      `account:${user.account}`,
      () => '{"duplicateWindowMs":null}',
      1,
    );
    await expect.poll(() => codeOf(`again-${Math.random()}`)).toBe(0);
    client.close();
    await guarded.end();
  });
});
