import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { newYorkMs } from '../../domain/calendar/new-york-time.ts';
import { ALL_PERMISSIONS, Permission } from '../../domain/permissions.ts';
import { DEFAULT_SCHEDULE } from '../../domain/strategy/run-schedule.ts';
import { SCHEDULE_DAYS } from '../../domain/strategy/schedule-terms.ts';
import type { WireInstance } from './service.ts';
import {
  backtestStart,
  liveStart,
  openStrategyHarness,
  RUNNER,
  type StrategyHarness,
} from './testing/strategy-harness.ts';
import type { Script } from './testing/scripted-runtime.ts';
import { until } from '../../../tests/support/until.ts';

/** Live runs that start and stop by a schedule, on the clock of a scripted market that begins on Monday 2026-03-02 at 10:30. */

const MONDAY = '2026-03-02';
const TUESDAY = '2026-03-03';
const WEDNESDAY = '2026-03-04';
const KEY = { userId: 'u', name: 'Cross', instanceId: 'live-1' };
const ON = { ...DEFAULT_SCHEDULE, Days: [...SCHEDULE_DAYS], IsOn: true };

let at: StrategyHarness;
beforeEach(async () => {
  at = await openStrategyHarness();
  await at.service.save('u', { Name: 'Cross', Code: '{}', Parameters: '' });
});
afterEach(() => at.close());

const time = (date: string, text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return newYorkMs(date, hours * 60 + minutes);
};
const moveTo = (date: string, text: string): void => {
  at.trading.market.nowMs = time(date, text);
};
const start = (script: Script, WaitsForStart: boolean, change: object = {}) =>
  at.service.startLive(
    RUNNER,
    liveStart({ barMinutes: 0, ...script }, { Schedule: { ...ON, WaitsForStart }, ...change }),
  );
const set = (Schedule: typeof ON | null, InstanceId = 'live-1', runner = RUNNER) =>
  at.service.setSchedule(runner, { Name: 'Cross', InstanceId, Account: runner.account, Schedule });
const run = async (): Promise<WireInstance> => {
  const found = (await at.service.status(RUNNER, 'Cross'))?.instances[0];
  if (found === undefined) throw new Error('there is no instance');
  return found;
};
const logOf = async (): Promise<string[]> =>
  (await at.service.reports.log(KEY, 0, 99)).lines.map(({ Text }) => Text);
/** Resolves once the schedule waits for this step. */
const waitsFor = (Action: 'Start' | 'Stop', date: string, text: string): Promise<void> =>
  until(async () => expect((await run()).Schedule?.Next).toEqual({ Action, At: time(date, text) }));
const alerts = () => at.pushes.flatMap(({ name, body }) => (name === 'strategyAlert' ? [body.Text] : []));
/** The server is down while the time of the market moves on. */
const restartAt = async (date: string, text: string): Promise<void> => {
  await at.service.stop();
  moveTo(date, text);
  await at.restart();
};

describe('a live run with a schedule', () => {
  it('waits for its first start, starts, stops with its session, and starts again on the next day', async () => {
    expect(await start({}, true)).toBeUndefined();
    expect(await run()).toMatchObject({
      Status: 'Stopped',
      StartedAt: null,
      Schedule: { IsOn: true, LastStart: time(MONDAY, '09:31'), Problem: '' },
    });
    // It was set within a window, which it does not use.
    moveTo(MONDAY, '15:54');
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    moveTo(MONDAY, '15:55');
    await waitsFor('Start', TUESDAY, '09:31');
    expect(at.runtime.live).toHaveLength(0);
    moveTo(TUESDAY, '09:31');
    await waitsFor('Stop', TUESDAY, '15:55');
    expect(await at.status('live-1', 'Running')).toMatchObject({ StartedAt: time(TUESDAY, '09:31') });
    expect(await logOf()).toEqual(['Started by its schedule (09:31).']);
    moveTo(TUESDAY, '15:55');
    await waitsFor('Start', WEDNESDAY, '09:31');
    expect(await run()).toMatchObject({ Status: 'Stopped', Message: 'Stopped by its schedule (15:55).' });
    // A stop that its user has planned is no notice.
    expect(await at.storage.repositories.strategies.stops('u', 'A')).toEqual([]);
    moveTo(WEDNESDAY, '09:31');
    await waitsFor('Stop', WEDNESDAY, '15:55');
    await until(() => expect(at.runtime.live).toHaveLength(2));
    expect(await logOf()).toEqual([
      'Started by its schedule (09:31).',
      'Stopped by its schedule (15:55).',
      'Started by its schedule (09:31).',
    ]);
    // Orders of the instance count from its first start.
    expect((await run()).StartedAt).toBe(time(TUESDAY, '09:31'));
  });

  it('starts at once by hand, and does not start again in a window in which its user stops it', async () => {
    expect(await start({}, false)).toBeUndefined();
    await at.status('live-1', 'Running');
    await waitsFor('Stop', MONDAY, '15:55');
    expect(await at.service.stopRun(KEY)).toBeUndefined();
    moveTo(MONDAY, '12:00');
    // A schedule that is set within its window starts nothing either.
    expect(await set(ON)).toBeUndefined();
    moveTo(MONDAY, '15:56');
    await waitsFor('Start', TUESDAY, '09:31');
    expect(at.runtime.live).toHaveLength(1);
  });

  it('has its earlier code at a scheduled start, whatever was saved since', async () => {
    await start({ describe: { barMinutes: 0 } }, true);
    const stored = await at.storage.repositories.strategies.instance(KEY);
    const source = { Name: 'Cross', Code: '{"symbol":"AAPL"}', Parameters: '' };
    await at.service.update('u', { ...source, OriginalName: 'Cross' });
    moveTo(TUESDAY, '09:31');
    expect((await at.status('live-1', 'Running')).PrimarySymbol).toBe('SPY');
    expect(await at.storage.repositories.strategies.instance(KEY)).toMatchObject({ code: stored?.code });
  });

  it('neither starts nor stops by a schedule that is off or removed', async () => {
    await start({}, true);
    expect(await set({ ...ON, IsOn: false })).toBeUndefined();
    expect((await run()).Schedule).toMatchObject({ IsOn: false, Next: null, Start: 571 });
    expect(await at.storage.repositories.strategies.scheduled()).toEqual([]);
    moveTo(TUESDAY, '09:40');
    expect(await at.service.startLive(RUNNER, liveStart({ barMinutes: 0 }))).toBeUndefined();
    await at.status('live-1', 'Running');
    expect((await run()).Schedule).toBeNull();
    expect(await set(ON)).toBeUndefined();
    expect(await set(null)).toBeUndefined();
    moveTo(TUESDAY, '15:58');
    // Longer than two comparisons with the clock.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(await run()).toMatchObject({ Status: 'Running', Schedule: null });
  });

  it('is set only for a live run of the account, with a stop after its start', async () => {
    await start({}, true);
    await at.service.startBacktest(RUNNER, backtestStart(at.trading.market, {}));
    expect(await set(ON, 'test-1')).toBe('Only a live run has a schedule.');
    expect(await set(ON, 'live-2')).toBe('The instance was not found');
    expect(await set(ON, 'live-1', { userId: 'eve', account: 'E' })).toBe('The instance was not found');
    expect(await set({ ...ON, Stop: ON.Start })).toBe('The schedule must stop after it starts.');
    const wrong = { ...ON, Stop: 0, WaitsForStart: true };
    expect(await at.service.startLive(RUNNER, liveStart({}, { InstanceId: 'live-3', Schedule: wrong }))).toBe(
      'The schedule must stop after it starts.',
    );
  });
});

describe('a scheduled start that fails', () => {
  it('is reported and not tried again before the next start time', async () => {
    await start({}, true);
    const { users } = at.storage.repositories;
    await users.update('u', { permissionMask: ALL_PERMISSIONS & ~Permission.AlgoTrading });
    moveTo(TUESDAY, '09:31');
    const text = 'The scheduled start at 09:31 failed: The user may no longer use AlgoStream.';
    await until(async () => expect((await run()).Schedule?.Problem).toBe(text));
    await waitsFor('Stop', TUESDAY, '15:55');
    await until(() => expect(alerts()).toEqual([text]));
    expect(await logOf()).toEqual([text]);
    expect(at.logged).toContainEqual([{ instance: KEY, account: 'A' }, text]);
    await users.update('u', { permissionMask: ALL_PERMISSIONS });
    await restartAt(TUESDAY, '10:00');
    moveTo(TUESDAY, '15:55');
    await waitsFor('Start', WEDNESDAY, '09:31');
    expect([at.runtime.live.length, alerts().length]).toEqual([0, 1]);
    moveTo(WEDNESDAY, '09:31');
    await at.status('live-1', 'Running');
    expect((await run()).Schedule?.Problem).toBe('');
    expect(await logOf()).toEqual([text, 'Started by its schedule (09:31).']);
  });

  it('shares one notice with those of its user in the same minute: 10 of 60 runs start', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `live-${index + 1}`);
    for (const InstanceId of ids) expect(await start({}, true, { InstanceId })).toBeUndefined();
    moveTo(TUESDAY, '09:31');
    await until(() => expect(alerts()).toHaveLength(1));
    expect(alerts()[0]).toMatch(
      /^50 scheduled starts failed\. The first: The scheduled start at 09:31 failed: You have 10 live runs/,
    );
    const runs = (await at.service.status(RUNNER, 'Cross'))?.instances ?? [];
    expect(at.runtime.live).toHaveLength(10);
    const problems = runs.flatMap(({ Schedule }) => (Schedule?.Problem ? [Schedule.Problem] : []));
    expect(new Set(problems)).toEqual(
      new Set([
        'The scheduled start at 09:31 failed: You have 10 live runs running or queued, the maximum. Stop one or wait for its end.',
      ]),
    );
    expect(problems).toHaveLength(50);
    expect(alerts()).toHaveLength(1);
  });

  it('is reported when the code does not compile or cannot trade', async () => {
    const fault = { kind: 'syntax', message: 'no such name', line: 3, column: 1 } as const;
    await start({ fault }, true);
    moveTo(TUESDAY, '09:31');
    await until(async () =>
      expect((await run()).Schedule?.Problem).toMatch(
        /^The scheduled start at 09:31 failed: no such name \(line 3/,
      ),
    );
    expect((await run()).Status).toBe('SyntaxError');
    await until(() => expect(alerts()).toHaveLength(1));
  });
});

describe('a scheduled start or stop while the server is down', () => {
  it('starts late within its window, and says so in the log', async () => {
    await start({}, true);
    await restartAt(TUESDAY, '11:01');
    await at.status('live-1', 'Running');
    await waitsFor('Stop', TUESDAY, '15:55');
    expect((await logOf())[0]).toMatch(
      /^Started by its schedule 90 minutes late: the server was not running at 09:31/,
    );
  });

  it('is reported when the whole window has passed', async () => {
    await start({}, true);
    await restartAt(TUESDAY, '17:00');
    await waitsFor('Start', WEDNESDAY, '09:31');
    expect(at.runtime.live).toHaveLength(0);
    expect((await run()).Schedule?.Problem).toMatch(
      /^No start on 2026-03-03: 09:31 to 15:55 passed while the server was not running/,
    );
    await until(() => expect(alerts()).toHaveLength(1));
    expect(await logOf()).toHaveLength(1);
  });

  it('does not resume a run whose stop time has passed', async () => {
    await start({}, false, { AtRestart: 'Resume' });
    await at.status('live-1', 'Running');
    await restartAt(MONDAY, '15:56');
    await waitsFor('Start', TUESDAY, '09:31');
    expect(at.runtime.live).toHaveLength(1);
    expect(await run()).toMatchObject({
      Status: 'Stopped',
      Message: expect.stringContaining('the stop time passed while the server was not running'),
    });
  });

  it('resumes a run within its window, and stops it at its time', async () => {
    await start({}, false, { AtRestart: 'Resume' });
    await at.status('live-1', 'Running');
    at.pushes.length = 0;
    await restartAt(MONDAY, '15:00');
    await at.status('live-1', 'Running');
    expect(at.runtime.live).toHaveLength(2);
    moveTo(MONDAY, '15:55');
    await waitsFor('Start', TUESDAY, '09:31');
    expect((await run()).Status).toBe('Stopped');
  });

  it('stops a run whose stop time comes while an earlier step is carried out', async () => {
    await start({}, false, { AtRestart: 'Resume' });
    await at.status('live-1', 'Running');
    const { strategies } = at.storage.repositories;
    const [instance, scheduled] = [
      strategies.instance.bind(strategies),
      strategies.scheduled.bind(strategies),
    ];
    // Of the step at the start: the first is before it reads the clock, the second after it.
    let reads = -Infinity;
    vi.spyOn(strategies, 'scheduled').mockImplementation(async () => {
      const found = await scheduled();
      reads = 0;
      return found;
    });
    vi.spyOn(strategies, 'instance').mockImplementation(async (key) => {
      const found = await instance(key);
      reads += 1;
      if (reads === 2) moveTo(MONDAY, '15:55');
      return found;
    });
    onTestFinished(() => void vi.restoreAllMocks());
    await restartAt(MONDAY, '15:00');
    await waitsFor('Start', TUESDAY, '09:31');
    expect((await run()).Status).toBe('Stopped');
  });
});
