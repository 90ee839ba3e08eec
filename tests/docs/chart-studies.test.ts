import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { createStrategyRuntime } from '../../src/server/algostream/runtime/index.ts';
import { testData } from '../../src/server/algostream/runtime/testing/jobs.ts';

const runtime = createStrategyRuntime();
afterAll(() => runtime.close());

const text = readFileSync(new URL('../../docs/algostream/chart-studies.md', import.meta.url), 'utf8');
const examples = [...text.matchAll(/```ts\n\/\/ (\w+)\n([\s\S]*?)```/g)];

it.each([
  ['channel', ['upper', 'middle', 'lower'], ['period', 'factor']],
  ['momentum', ['change', 'streak'], ['period', 'average']],
])('computes the documented study %s', async (name, lines, parameters) => {
  const code = examples.find(([, named]) => named === name)?.[2] ?? '';
  const study = await runtime.chartStudy('anna', { code, parameters: '' });
  if (!study.ok) throw new Error(study.error.message);
  const { description } = study.value;
  expect(description.lines.map((line) => line.name)).toEqual(lines);
  expect(description.parameters.map((parameter) => parameter.name)).toEqual(parameters);
  study.value.putBars(0, testData(300, 1).data);
  const done = await study.value.values(0);
  expect(done.ok && done.value.map((column) => Number.isFinite(column[299]))).toEqual(lines.map(() => true));
});
