import { afterAll, expect, it } from 'vitest';
import { computeStudy, settleParameters, studyById } from '../../../domain/studies/index.ts';
import { formatProgram } from '../../../domain/strategy/imports/program-text.ts';
import { createStrategyRuntime } from './index.ts';
import { testData } from './testing/jobs.ts';
import type { DataColumns, RunningChartStudy } from './types.ts';

const runtime = createStrategyRuntime({ stuckMs: 400, graceMs: 1_000, memoryMb: 64 });
afterAll(() => runtime.close());

const load = (code: string, files: Readonly<Record<string, string>> = {}, parameters = '') =>
  runtime.chartStudy('anna', {
    code: formatProgram({
      name: 'main',
      code,
      files: Object.entries(files).map(([name, text]) => ({ name, version: 1, code: text })),
    }),
    parameters,
  });

async function loaded(...given: Parameters<typeof load>): Promise<RunningChartStudy> {
  const study = await load(...given);
  if (!study.ok) throw new Error(study.error.message);
  return study.value;
}

const BARS: DataColumns = testData(3_000, 1).data;
const count = BARS.timeMs.length;

it('computes an average as the built-in study does, and again after a change of the last bar', async () => {
  const study = await loaded(
    `import { average } from './averages';
     export const unused = 1;
     chartStudy({ title: 'Mine' }, () => ({ mine: average(param('period', 20)) }));`,
    { averages: 'export const average = (period: number) => sma(period);' },
    'period = 9',
  );
  expect(study.description).toMatchObject({ title: 'Mine', parameters: [{ name: 'period', default: 20 }] });
  const sma = studyById('sma20');
  if (sma?.form !== 'series') throw new Error('no average');
  const expected = computeStudy(sma, settleParameters(sma, { period: 9 }), { ...BARS, length: count });
  study.putBars(0, BARS);
  expect(await study.values(0)).toEqual({ ok: true, value: [expected[0]] });
  const last = (column: Float64Array) => column.slice(-1);
  study.putBars(count - 1, {
    timeMs: last(BARS.timeMs),
    open: last(BARS.open),
    high: last(BARS.high),
    low: last(BARS.low),
    close: Float64Array.of((BARS.close[count - 1] ?? 0) + 9),
    volume: last(BARS.volume),
  });
  const changed = await study.values(count - 1);
  expect(changed.ok && changed.value[0]?.[0]).toBeCloseTo((expected[0]?.[count - 1] ?? 0) + 1, 9);
  study.stop();
  expect(await study.values(0)).toMatchObject({ ok: false, error: { message: 'the study was ended' } });
});

it('says where the code of a study is wrong', async () => {
  expect(await load('chartStudy({ title: "A" }, () => {\n  return { a: smaa(5) };\n});')).toMatchObject({
    ok: false,
    error: { line: 2, message: 'ReferenceError: smaa is not defined' },
  });
  expect(await load('export const a = ;')).toMatchObject({ ok: false, error: { kind: 'syntax', line: 1 } });
  expect(await load('onBar(() => {});\nchartStudy({ title: "A" }, () => ({ a: close }));')).toMatchObject({
    ok: false,
    error: {
      line: 2,
      message: 'a chart study declares no symbol and no handlers at the top level of its file',
    },
  });
});

it('ends a study that fails at a bar, with the place in its file', async () => {
  const study = await loaded(
    `import { fail } from './helper';\nchartStudy({ title: 'A' }, () => ({ a: (bar) => fail(bar.index) }));`,
    {
      helper:
        'export const fail = (index: number) => {\n  if (index > 2) throw new Error("too far");\n  return index;\n};',
    },
  );
  study.putBars(0, BARS);
  expect(await study.values(0)).toMatchObject({
    ok: false,
    error: { file: 'helper', line: 2, message: 'too far' },
  });
});

it.each([
  ['does not end', 'for (;;);', /ran for 0.4 s without reaching the next bar/],
  [
    'takes all memory',
    "const a = []; for (;;) a.push('x'.repeat(1e6) + a.length);",
    /memory|ran for|stopped answering/,
  ],
])('stops a study that %s', async (_title, code, message) => {
  const study = await loaded(`chartStudy({ title: 'A' }, () => ({ a: () => { ${code} } }));`);
  study.putBars(0, BARS);
  const done = await study.values(0);
  expect(done.ok ? '' : done.error.message).toMatch(message);
});
