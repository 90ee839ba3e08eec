import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../../tests/support/until.ts';
import { type AlertRow, newAlert, withReset } from '../../domain/alerts/index.ts';
import { Permission } from '../../domain/permissions.ts';
import { EMPTY_PROFILE } from '../identity/demo-user.ts';
import { openRepositories, type OpenRepositories } from '../storage/open-repositories.ts';
import { AlertsService } from './alerts-service.ts';
import { alertsOfWorkspaces } from './stored-alerts.ts';
import { createSpokenMarket } from './testing/one-price-market.ts';

let folder: string;
let storage: OpenRepositories;
let spoken: ReturnType<typeof createSpokenMarket>;
let service: AlertsService;
let received: string[];

const apple = (change: Partial<AlertRow> = {}): AlertRow => ({
  ...newAlert('a1', 'AAPL'),
  HighAlert: 100,
  ...change,
});
const windowOf = (rows: readonly unknown[]) => ({
  Tool: 'price-alerts',
  version: 0,
  linked: false,
  data: { Alerts: rows },
});
const workspaces = (...windows: object[]) =>
  JSON.stringify({
    SchemaVersion: 2,
    Workspaces: windows.map((window, index) => ({
      Id: index + 1,
      Name: `W${index}`,
      LayoutData: { Window1: window },
    })),
  });
const userRecord = (userId: string, permissionMask: number) => ({
  userId,
  userName: userId,
  passwordHash: 'x',
  permissionMask,
  isDemo: false,
  isDisabled: false,
  expiresAtMs: null,
  isOneMachine: false,
  profile: EMPTY_PROFILE,
});
const open = async () => {
  service = new AlertsService({
    repositories: storage.repositories,
    market: spoken.market,
    valueOf: () => null,
    logger: {
      error: (...args: unknown[]) => {
        throw new Error(JSON.stringify(args));
      },
    },
  });
  await service.start();
  service.listen('ann', (firing) =>
    received.push(`${firing.Serial} ${firing.Symbol} ${firing.Side} ${firing.Value}`),
  );
};
/** Prints a price and waits until this many firings have been published in all; without a number, a moment in which none should be. */
async function reach(price: number, firings?: number): Promise<void> {
  spoken.print('AAPL', price);
  await published(firings);
}
async function published(firings?: number): Promise<void> {
  if (firings === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
  else await until(() => expect(received).toHaveLength(firings));
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-alerts-'));
  storage = await openRepositories({ dataFolder: folder });
  await storage.repositories.users.create(userRecord('ann', Permission.ChartAlerts));
  await storage.repositories.users.create(userRecord('eve', Permission.Chart));
  spoken = createSpokenMarket(['AAPL']);
  received = [];
  await open();
});
afterEach(async () => {
  await service.stop();
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

/** Stores as the browser does, then notifies the service. */
async function store(userId: string, workspace: string): Promise<void> {
  await storage.repositories.settings.store(userId, { workspace, settings: '{}', page: '' });
  await service.workspacesStored(userId, workspace);
}

describe('alerts of a registered user', () => {
  test('fire once, are stored in the log and published to listeners', async () => {
    await store('ann', workspaces(windowOf([apple()])));
    await reach(101, 1);
    await reach(102);
    expect(received).toEqual(['1 AAPL High 101']);
    expect(await service.log('ann')).toEqual({
      seenSerial: 0,
      firings: [
        {
          Serial: 1,
          AlertId: 'a1',
          Side: 'High',
          Arm: 0,
          Symbol: 'AAPL',
          Column: 'Last',
          Level: 100,
          Value: 101,
          Timestamp: 2000,
        },
      ],
    });
  });

  test('fire after a restart with no browser open, and not again when they had fired before it', async () => {
    await store('ann', workspaces(windowOf([apple(), apple({ Id: 'a2', HighAlert: 200 })])));
    await reach(101, 1);
    await service.stop();
    await open();
    await reach(201, 2);
    expect(received).toEqual(['1 AAPL High 101', '2 AAPL High 201']);
  });

  test('do not fire again when a browser that has not received the firing stores them without their time', async () => {
    await store('ann', workspaces(windowOf([apple()])));
    await reach(101, 1);
    await store('ann', workspaces(windowOf([apple({ Paused: false })])));
    await reach(103);
    expect(received).toHaveLength(1);
  });

  test('fire again after a reset', async () => {
    await store('ann', workspaces(windowOf([apple()])));
    await reach(101, 1);
    await store('ann', workspaces(windowOf([withReset(apple({ HighAlertTime: 2000 }), 'High')])));
    await published(2);
    expect(received).toEqual(['1 AAPL High 101', '2 AAPL High 101']);
  });

  test('fire once though two workspaces hold the same window', async () => {
    await store('ann', workspaces(windowOf([apple()]), windowOf([apple()])));
    await reach(101, 1);
    expect(received).toHaveLength(1);
  });

  test('stop with their window', async () => {
    await store('ann', workspaces(windowOf([apple()])));
    await store('ann', workspaces({ Tool: 'chart', version: 0, linked: false, data: {} }));
    await reach(101);
    expect([received, spoken.watched()]).toEqual([[], []]);
  });

  test('fire without a window, and once only when a window has taken them in', async () => {
    const waiting = {
      ...JSON.parse(workspaces({ Tool: 'chart', version: 0, linked: false, data: {} })),
      Kept: [
        {
          Tool: 'price-alerts',
          version: 0,
          data: { Alerts: [apple(), apple({ Id: 'a2', HighAlert: 110 })] },
        },
      ],
    };
    await store('ann', JSON.stringify(waiting));
    await reach(101, 1);
    await service.stop();
    await open();
    await store('ann', workspaces(windowOf([apple(), apple({ Id: 'a2', HighAlert: 110 })])));
    await reach(111, 2);
    expect(received).toEqual(['1 AAPL High 101', '2 AAPL High 111']);
  });

  test('need the permission', async () => {
    await store('eve', workspaces(windowOf([apple()])));
    await reach(101);
    expect([(await service.log('eve')).firings, spoken.watched()]).toEqual([[], []]);
  });

  test('stop firing when the permission is taken, and fire again within five seconds of its return', async () => {
    const { users } = storage.repositories;
    await store('ann', workspaces(windowOf([apple()])));
    await users.update('ann', { permissionMask: Permission.Chart });
    await reach(101);
    await until(() => expect(spoken.watched()).toEqual([]));
    expect([received, (await service.log('ann')).firings]).toEqual([[], []]);
    await reach(99);
    await users.update('ann', { permissionMask: Permission.ChartAlerts });
    await until(() => expect(spoken.watched()).toEqual(['AAPL']));
    await reach(102, 1);
    expect(received).toEqual(['1 AAPL High 102']);
  });

  test("are nobody else's", async () => {
    await store('ann', workspaces(windowOf([apple()])));
    await reach(101, 1);
    expect((await service.log('eve')).firings).toEqual([]);
  });

  test('are seen and cleared up to a firing, and marks never go back', async () => {
    await store('ann', workspaces(windowOf([apple(), apple({ Id: 'a2', HighAlert: 110 })])));
    await reach(105, 1);
    await reach(111, 2);
    await service.markSeen('ann', 2);
    await service.markSeen('ann', 1);
    await service.clear('ann', 1);
    const { firings, seenSerial } = await service.log('ann');
    expect([firings.map((firing) => firing.Serial), seenSerial]).toEqual([[2], 2]);
    await service.clear('ann', 0);
    expect((await service.log('ann')).firings).toHaveLength(1);
  });
});

describe('stored workspaces', () => {
  test.each([
    ['nothing', ''],
    ['text that is no JSON', 'price-alerts {'],
    ['another shape', '{"Workspaces":"price-alerts"}'],
    ['windows without alerts', workspaces({ Tool: 'price-alerts', data: {} })],
  ])('with %s have no alerts', (_name, text) => {
    expect(alertsOfWorkspaces(text)).toEqual([]);
  });

  test.each([
    ['no list', 7],
    ['other things', ['x', null, { Tool: 'chart' }]],
  ])('in which %s waits for a window keep the alerts of their windows', (_name, Kept) => {
    expect(
      alertsOfWorkspaces(JSON.stringify({ ...JSON.parse(workspaces(windowOf([apple()]))), Kept })).map(
        (row) => row.Id,
      ),
    ).toEqual(['a1']);
  });

  test('with a damaged row keep the others', () => {
    expect(
      alertsOfWorkspaces(
        workspaces(windowOf([{ Id: 'x' }, null, apple({ HighAlert: Number.NaN }), apple({ Id: 'ok' })])),
      ).map((row) => row.Id),
    ).toEqual(['a1', 'ok']);
  });
});
