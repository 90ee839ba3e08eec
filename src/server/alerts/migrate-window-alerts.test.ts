import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { until } from '../../../tests/support/until.ts';
import { ALERT_SCHEMA_VERSION, type AlertRow, newAlert, readAlertText } from '../../domain/alerts/index.ts';
import { Permission } from '../../domain/permissions.ts';
import { EMPTY_PROFILE } from '../identity/demo-user.ts';
import { openRepositories, type OpenRepositories } from '../storage/open-repositories.ts';
import { AlertsService } from './alerts-service.ts';
import { migrateWindowAlerts } from './migrate-window-alerts.ts';
import { createManualMarket } from './testing/one-price-market.ts';

const apple = (change: Partial<AlertRow> = {}): AlertRow => ({
  ...newAlert('a1', 'AAPL'),
  HighAlert: 100,
  ...change,
});
const windowOf = (rows: unknown) => ({
  Tool: 'price-alerts',
  version: 0,
  linked: false,
  data: { Alerts: rows },
});
const workspaces = (...windows: object[]) =>
  JSON.stringify({
    SchemaVersion: 3,
    Workspaces: windows.map((window, index) => ({
      Id: index + 1,
      Name: `W${index}`,
      LayoutData: { Window1: window },
    })),
  });

/** A stored set of workspaces as releases before alert documents wrote it. Never changed: later releases must read it. */
const STORED_SET = readFileSync(
  new URL('../../../tests/fixtures/alerts/stored-set.json', import.meta.url),
  'utf8',
);

let postgres: TestPostgres;
let folder: string;
let storage: OpenRepositories;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
afterEach(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(name: string): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-moved-alerts-'));
  storage = await openRepositories({
    dataFolder: folder,
    ...(name === 'Postgres' ? { databaseUrl: await postgres.createDatabase() } : {}),
  });
  for (const userId of ['ann', 'eve'])
    await storage.repositories.users.create({
      userId,
      userName: userId,
      passwordHash: 'x',
      permissionMask: Permission.ChartAlerts,
      isDemo: false,
      isDisabled: false,
      expiresAtMs: null,
      isOneMachine: false,
      profile: EMPTY_PROFILE,
    });
}
const store = (workspace: string, userId = 'ann') =>
  storage.repositories.settings.store(userId, { workspace, settings: '{}', page: '' });
const migrate = () => migrateWindowAlerts(storage.repositories, () => 7);
/** The user's alerts by id; null for a removed one. */
async function documents(userId = 'ann'): Promise<ReadonlyMap<string, AlertRow | null>> {
  const stored = await storage.repositories.documents.list(userId, 'alert');
  return new Map(
    stored.map(({ id, schemaVersion, body }) => {
      if (body === null) return [id, null];
      const read = readAlertText(schemaVersion, body);
      return [id, read.ok ? read.value : expect.fail(`${id} cannot be read`)];
    }),
  );
}
const putDocument = (row: AlertRow) =>
  storage.repositories.documents.put(
    'ann',
    'alert',
    {
      id: row.Id,
      seenRevision: 0,
      schemaVersion: ALERT_SCHEMA_VERSION,
      body: JSON.stringify(row),
      atMs: 1,
    },
    9,
  );

describe.each(['SQLite', 'Postgres'])('the migration of alerts in windows on %s', (name) => {
  beforeEach(() => open(name));

  test('makes a document of each alert in windows and without one, and leaves the workspaces as they are', async () => {
    await store(STORED_SET);
    await migrate();
    const rows = [...(await documents()).values()];
    expect(
      rows.map((row) => [
        row?.Id,
        row?.Symbol,
        row?.HighAlert,
        row?.LowAlert,
        row?.LowAlertTime,
        row?.Paused,
      ]),
    ).toEqual([
      ['fired', 'AAPL', null, 120, 1_780_000_000_000, false],
      ['kept', 'AAPL', 102, null, null, false],
      ['lower', 'AAPL', null, 130, null, false],
      ['paused', 'AAPL', 101, null, null, true],
      ['percent', 'AAPL', 5, null, null, false],
      ['shared', 'AAPL', 100, null, null, false],
    ]);
    expect((await storage.repositories.settings.load('ann'))?.workspace).toBe(STORED_SET);
  });

  test('writes the times of stored firings into the documents, and keeps the users apart', async () => {
    await store(workspaces(windowOf([apple()])));
    await store(workspaces(windowOf([apple({ HighAlert: 50 })])), 'eve');
    await storage.repositories.alerts.add('ann', {
      AlertId: 'a1',
      Side: 'High',
      Arm: 0,
      Symbol: 'AAPL',
      Column: 'Last',
      Level: 100,
      Value: 101,
      Timestamp: 42,
    });
    await migrate();
    expect((await documents()).get('a1')).toEqual(apple({ HighAlertTime: 42 }));
    expect((await documents('eve')).get('a1')).toEqual(apple({ HighAlert: 50 }));
  });

  test('continues after a crash, changes no document and restores no removed one', async () => {
    await putDocument(apple({ HighAlert: 120, HighArm: 2 }));
    await putDocument(apple({ Id: 'a2' }));
    await storage.repositories.documents.remove('ann', 'alert', { id: 'a2', seenRevision: 1, atMs: 2 }, 9);
    await store(workspaces(windowOf([apple(), apple({ Id: 'a2' }), apple({ Id: 'a3' })])));
    await migrate();
    expect([...(await documents())]).toEqual([
      ['a1', apple({ HighAlert: 120, HighArm: 2 })],
      ['a2', null],
      ['a3', apple({ Id: 'a3' })],
    ]);
  });

  test('runs once', async () => {
    await store(workspaces(windowOf([apple()])));
    await migrate();
    await store(workspaces(windowOf([apple({ Id: 'a2' })])));
    await migrate();
    expect([...(await documents()).keys()]).toEqual(['a1']);
  });
});

describe('the migration of alerts in windows', () => {
  beforeEach(() => open('SQLite'));

  test.each([
    ['nothing', ''],
    ['text that is no JSON', 'price-alerts {'],
    ['another shape', '{"Workspaces":"price-alerts"}'],
    ['windows without alerts', workspaces({ Tool: 'price-alerts', data: {} })],
    ['a window that lists ids', workspaces(windowOf(['a1', 'a2']))],
  ])('finds no alerts in workspaces with %s', async (_name, text) => {
    await store(text);
    await migrate();
    expect(await documents()).toEqual(new Map());
  });

  test.each([
    ['no list', 7],
    ['other things', ['x', null, { Tool: 'chart' }]],
  ])('moves the alerts of windows when `Kept` is %s', async (_name, Kept) => {
    await store(JSON.stringify({ ...JSON.parse(workspaces(windowOf([apple()]))), Kept }));
    await migrate();
    expect([...(await documents()).keys()]).toEqual(['a1']);
  });

  test('leaves out a damaged alert and moves the others', async () => {
    await store(
      workspaces(windowOf([{ Id: 'x' }, null, apple({ HighAlert: Number.NaN }), apple({ Id: 'ok' })])),
    );
    await migrate();
    // JSON has no NaN: the level was stored as null.
    expect([...(await documents()).keys()]).toEqual(['a1', 'ok']);
  });

  test('moves at most 2,000 alerts of a user', async () => {
    const rows = Array.from({ length: 2_001 }, (_, index) => apple({ Id: `a${index}` }));
    await store(workspaces(windowOf(rows.slice(0, 1_500)), windowOf(rows.slice(1_500))));
    await migrate();
    const ids = [...(await documents()).keys()];
    expect([ids.length, ids.includes('a2000')]).toEqual([2_000, false]);
  });

  test('fires each armed alert of a stored set once, over a restart between the migration and the first firing', async () => {
    await store(STORED_SET);
    const manual = createManualMarket(['AAPL']);
    const fired: string[] = [];
    const start = async () => {
      const service = new AlertsService({
        repositories: storage.repositories,
        market: manual.market,
        valueOf: () => null,
        hostMs: () => 1_000,
        logger: { error: (...args: unknown[]) => expect.fail(JSON.stringify(args)) },
      });
      await service.start();
      service.listen('ann', ({ AlertId, Side, Arm }) => fired.push(`${AlertId} ${Side} ${Arm}`));
      return service;
    };
    await (await start()).stop();
    let service = await start();
    manual.print('AAPL', 101.5);
    await until(() => expect(fired).toHaveLength(2));
    await service.stop();
    service = await start();
    manual.print('AAPL', 103);
    await until(() => expect(fired).toHaveLength(3));
    expect(fired).toEqual(expect.arrayContaining(['lower Low 1', 'shared High 1', 'kept High 1']));
    await service.stop();
  });
});
