import { expect, test } from 'vitest';
import { at, columnAt } from '../domain/studies/columns.ts';
import { computeStudy } from '../domain/studies/run.ts';
import { defineStudy, type SeriesStudy } from '../domain/studies/study.ts';
import { closes } from '../domain/studies/testing/bars.ts';
import { deskStudies } from './desk-studies.ts';

const inverse = defineStudy({
  id: 'inverse',
  title: 'Inverse',
  help: 'One by the close.',
  pane: 'own',
  parameters: {},
  outputs: [
    { id: 'inverse', title: 'Inverse', form: 'line', tone: 'main', format: 'number', shiftBars: () => 2 },
  ],
  workColumns: 0,
  stateLength: 0,
  warmUpBars: () => 0,
  compute({ close }, from, to, _parameters, columns) {
    for (let i = from; i < to; i += 1) columnAt(columns, 0)[i] = 1 / at(close, i);
  },
});

function contributed(change: Partial<SeriesStudy> = {}) {
  const reports: string[] = [];
  const tool = { id: 'spread', title: 'Spread', studies: [{ ...inverse, ...change }] };
  const [study] = deskStudies(tool, (message) => reports.push(message));
  if (study === undefined) throw new Error('The study is missing.');
  const valuesOf = (...prices: number[]) => [...(computeStudy(study, {}, closes(...prices))[0] ?? [])];
  return { study, reports, valuesOf };
}

test('gives a study the id that charts store, and the title of its tool', () => {
  const { study, reports, valuesOf } = contributed();
  expect([study.id, study.tool, study.title]).toEqual(['spread.inverse', 'Spread', 'Inverse']);
  expect(study.outputs[0]?.shiftBars?.({})).toBe(2);
  expect([valuesOf(1, 2, 4), reports]).toEqual([[1, 0.5, 0.25], []]);
});

test('shows no value where a study has an infinite one', () => {
  expect(contributed().valuesOf(1, 0, 4)).toEqual([1, NaN, 0.25]);
});

test('shows no value of a study that fails, and reports it once', () => {
  const { valuesOf, reports } = contributed({
    compute() {
      throw new Error('no volume');
    },
  });
  expect([valuesOf(1, 2), valuesOf(1)]).toEqual([[NaN, NaN], [NaN]]);
  expect(reports).toEqual(['The study "inverse" of Spread has failed: no volume']);
});

test.each([
  ['fails', () => JSON.parse('{')],
  ['is no whole number', () => 0.5],
])('draws an output at its bar when its shift %s', (_, shiftBars) => {
  const { study } = contributed({ outputs: inverse.outputs.map((output) => ({ ...output, shiftBars })) });
  expect(study.outputs[0]?.shiftBars?.({})).toBe(0);
});
