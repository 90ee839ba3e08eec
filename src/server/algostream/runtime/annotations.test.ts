import { afterAll, expect, it } from 'vitest';
import type { AnnotationPart } from '../../../domain/strategy/annotations.ts';
import { sliceColumns } from '../../../domain/strategy/testing/slice-columns.ts';
import { createStrategyRuntime } from './index.ts';
import { backtestJob, liveJob, MINUTES } from './testing/jobs.ts';
import type { LiveEvents } from './types.ts';

// Without the low priority of backtests, which would wait for every other test of the machine.
const runtime = createStrategyRuntime({ priority: { niceness: 0, onlyWhenIdle: false } });
afterAll(() => runtime.close());

const CODE = `onBar((bar) => {
  plot('close', bar.close, { scale: 'price' });
  if (bar.index % 1_000 === 100) { mark({ text: 'here', price: bar.close }); alert('here'); }
});`;

it('passes on what a backtest has drawn, at its end', async () => {
  const parts: AnnotationPart[] = [];
  const end = await runtime
    .forUser('anna', 'backtest')
    .backtest(backtestJob(CODE), { onAnnotations: (part) => parts.push(part) }).done;
  expect(end.outcome).toBe('completed');
  expect(parts).toHaveLength(1);
  expect(parts[0]?.marks.map(({ text, price }) => [text, price])).toEqual(
    [100, 1_100, 2_100].map((row) => ['here', MINUTES.data.close[row]]),
  );
  expect(parts[0]?.alerts).toEqual([]);
  expect(parts[0]?.plots.map(({ name, isOnPrice }) => [name, isOnPrice])).toEqual([['close', true]]);
  expect(parts[0]?.plots[0]?.points.at(-1)?.value).toBe(MINUTES.data.close.at(-1));
});

it('passes nothing on of a backtest that draws nothing', async () => {
  const parts: AnnotationPart[] = [];
  await runtime
    .forUser('anna', 'backtest')
    .backtest(backtestJob('onBar(() => {});'), { onAnnotations: (part) => parts.push(part) }).done;
  expect(parts).toEqual([]);
});

it('passes on what a live run draws with each delivery, and its alerts', async () => {
  const parts: AnnotationPart[] = [];
  const events: LiveEvents = {
    onRequests() {},
    onLog() {},
    onAnnotations: (part) => parts.push(part),
    onFault(fault) {
      throw new Error(fault.message);
    },
    onFinished() {},
  };
  const started = await runtime.forUser('anna', 'live').live(liveJob(CODE), events);
  if (!started.ok) throw new Error(started.error.message);
  const close = (row: number) => MINUTES.data.close[row];
  const quote = (row: number) => ({ bid: 0, ask: 0, timeMs: MINUTES.data.timeMs[row] ?? 0 });
  started.value.deliver(sliceColumns(MINUTES.data, 100, 101), quote(101));
  started.value.deliver(sliceColumns(MINUTES.data, 101, 102), quote(102));
  await expect.poll(() => parts.length).toBe(2);
  expect(parts.map(({ plots }) => plots[0]?.points.map(({ value }) => value))).toEqual([
    [close(100)],
    [close(101)],
  ]);
  expect(parts.map((part) => part.alerts.map(({ text }) => text))).toEqual([['here'], []]);
  started.value.stop();
});
