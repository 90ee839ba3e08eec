import { afterEach, beforeEach, expect, it } from 'vitest';
import { MAX_ALERTS_PER_MINUTE } from '../../domain/strategy/alert-pace.ts';
import type { AnnotationPart } from '../../domain/strategy/annotations.ts';
import { noticeOfStrategyAlert } from '../delivery/event-notices.ts';
import type { StrategyPush } from './service.ts';
import type { StrategyAlert } from './runs/strategy-alerts.ts';
import { liveStart, openStrategyHarness, RUNNER, type StrategyHarness } from './testing/strategy-harness.ts';

/** Plots, marks and alerts of live runs. */

let at: StrategyHarness;
const alerts: StrategyAlert[] = [];
beforeEach(async () => {
  alerts.length = 0;
  at = await openStrategyHarness();
  at.service.listenToAlerts((alert) => alerts.push(alert));
  await at.service.save('u', { Name: 'Cross', Code: '{}', Parameters: '' });
});
afterEach(() => at.close());

const KEY = { userId: 'u', name: 'Cross', instanceId: 'live-1' };
const NOTHING: AnnotationPart = { plots: [], marks: [], droppedMarks: 0, alerts: [] };
const start = async (): Promise<void> => {
  at.pushes.length = 0;
  expect(await at.service.startLive(RUNNER, liveStart({ barMinutes: 0 }))).toBeUndefined();
  await at.status('live-1', 'Running');
};
const stop = async (): Promise<void> => {
  await at.service.stopRun(KEY);
  await at.status('live-1', 'Stopped');
};
const say = (part: Partial<AnnotationPart>): void =>
  at.runtime.live.at(-1)?.events.onAnnotations?.({ ...NOTHING, ...part });
const drawn = () => at.service.reports.annotations(KEY);
const text = (n: number) => ({ timeMs: 5, text: `alert ${n}` });
const logTexts = async () => (await at.service.reports.log(KEY, 0, 99)).lines.map(({ Text }) => Text);

it('grow while the run goes, are kept when it is over, and continue with it', async () => {
  await start();
  expect(await drawn()).toBeNull();
  say({ plots: [{ name: 'mean', points: [{ timeMs: 1, value: 100 }] }] });
  const mark = { timeMs: 2, text: 'above', price: 100.5 };
  say({ plots: [{ name: 'mean', points: [{ timeMs: 2, value: 101 }] }], marks: [mark] });
  const both = {
    plots: [
      {
        name: 'mean',
        points: [
          { timeMs: 1, value: 100 },
          { timeMs: 2, value: 101 },
        ],
      },
    ],
    marks: [mark],
    droppedMarks: 0,
  };
  expect(await drawn()).toEqual(both);
  await stop();
  await expect.poll(drawn).toEqual(both);
  await start();
  say({ plots: [{ name: 'mean', points: [{ timeMs: 3, value: 102 }] }] });
  expect((await drawn())?.plots[0]?.points).toHaveLength(3);
  expect((await drawn())?.marks).toEqual([mark]);
});

it('sends a few alerts a minute, and logs how many it did not send', async () => {
  await start();
  say({ alerts: Array.from({ length: MAX_ALERTS_PER_MINUTE + 2 }, (_, n) => text(n)) });
  expect(alerts.map((alert) => alert.text)).toEqual(['alert 0', 'alert 1', 'alert 2', 'alert 3', 'alert 4']);
  expect(alerts[0]).toMatchObject({
    userId: 'u',
    account: 'A',
    strategy: 'Cross',
    instanceId: 'live-1',
    symbol: 'SPY',
  });
  expect(await logTexts()).toEqual(['2 alerts were not sent: a run sends at most 5 a minute.']);
  at.trading.market.nowMs += 59_999;
  say({ alerts: [text(8)] });
  expect(alerts).toHaveLength(5);
  at.trading.market.nowMs += 1;
  say({ alerts: [text(9)] });
  expect(alerts.at(-1)?.text).toBe('alert 9');
});

it('pushes each alert once to the connections of its user, whichever account they have selected', async () => {
  const others: unknown[] = [];
  const second: StrategyPush[] = [];
  const ends = [
    at.service.listen({ userId: 'u', account: 'B' }, (push) => second.push(push)),
    at.service.listen({ userId: 'eve', account: 'A' }, (push) => others.push(push)),
  ];
  await start();
  say({ alerts: [text(1)] });
  const pushed = at.pushes.filter(({ name }) => name === 'strategyAlert');
  expect(pushed).toEqual([
    {
      name: 'strategyAlert',
      body: {
        Name: 'Cross',
        InstanceId: 'live-1',
        Account: 'A',
        Time: at.trading.market.nowMs,
        Text: 'alert 1',
        Number: 1,
      },
    },
  ]);
  expect(second).toEqual(pushed);
  expect(others).toEqual([]);
  for (const end of ends) end();
});

it('sends nothing of a run that is over', async () => {
  await start();
  const run = at.runtime.live[0];
  await stop();
  run?.events.onAnnotations?.({ ...NOTHING, alerts: [text(1)] });
  expect(alerts).toEqual([]);
});

it('makes of each alert a notice of its own, of one line', async () => {
  await start();
  say({ alerts: [{ timeMs: 1, text: 'above\r\nBcc: eve' }, text(2)] });
  const notices = alerts.map(noticeOfStrategyAlert);
  expect(notices.map(({ title }) => title)).toEqual(['above Bcc: eve', 'alert 2']);
  expect(new Set(notices.map(({ noticeId }) => noticeId)).size).toBe(2);
  expect(notices[0]).toMatchObject({
    kind: 'Alert',
    text: expect.stringMatching(/^Strategy Cross, run live-1, at .* New York time\.$/),
    facts: { symbol: 'SPY', strategy: 'Cross', run: 'live-1', account: 'A' },
  });
});
