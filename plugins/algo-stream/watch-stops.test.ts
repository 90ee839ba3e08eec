import { expect, it } from 'vitest';
import type { StoppedRun } from './types.ts';
import { stoppedText, watchStops } from './watch-stops.ts';

const stopped = (Name: string, Message = 'The server was restarted.'): StoppedRun => ({
  Name,
  InstanceId: 'run1',
  Message,
  StoppedAt: Date.UTC(2026, 0, 5, 15),
});

function openWatch() {
  const log: unknown[] = [];
  let report: (runs: readonly StoppedRun[]) => void = () => {};
  let close = (): void => {};
  // Only what the watch uses of the platform.
  const platform = {
    strategies: {
      reports: {
        onStopped: (listener: typeof report) => {
          report = listener;
          return () => {};
        },
        confirmStops: (runs: readonly StoppedRun[]) => log.push(['confirm', runs.map(({ Name }) => Name)]),
      },
    },
    dialogs: {
      alert: ({ message }: { message: string }) => {
        log.push(['alert', message]);
        return new Promise<void>((resolve) => (close = resolve));
      },
    },
  } as unknown as Parameters<typeof watchStops>[0];
  watchStops(platform);
  return {
    log,
    report: (runs: readonly StoppedRun[]) => report(runs),
    async close() {
      close();
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
  };
}

it('announces stopped runs once, and confirms them when the announcement is closed', async () => {
  const { log, report, close } = openWatch();
  report([stopped('Cross')]);
  report([stopped('Cross'), stopped('Breakout')]);
  expect(log).toEqual([['alert', 'Cross (1/5/2026 10:00): The server was restarted.']]);
  await close();
  expect(log.slice(1)).toEqual([
    ['confirm', ['Cross']],
    ['alert', 'Breakout (1/5/2026 10:00): The server was restarted.'],
  ]);
  await close();
  expect(log.at(-1)).toEqual(['confirm', ['Breakout']]);
});

it('confirms again without a word when the confirmation was lost with the connection', async () => {
  const { log, report, close } = openWatch();
  report([stopped('Cross')]);
  await close();
  const before = log.length;
  report([stopped('Cross')]);
  expect(log.slice(before)).toEqual([['confirm', ['Cross']]]);
});

it('puts runs that stopped for the same reason into one paragraph', () => {
  const runs = [stopped('A'), stopped('B', 'Trading was stopped.'), stopped('C')];
  expect(stoppedText(runs).split('\n\n')).toEqual([
    'A (1/5/2026 10:00), C (1/5/2026 10:00): The server was restarted.',
    'B (1/5/2026 10:00): Trading was stopped.',
  ]);
});
