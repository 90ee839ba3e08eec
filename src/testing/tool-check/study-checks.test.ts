import { Square } from 'lucide-react';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { at, columnAt, NONE } from '../../domain/studies/columns.ts';
import { defineStudy, type SeriesStudy } from '../../domain/studies/study.ts';
import { definePlugin, defineState, validateManifest, type AnyPlugin } from '../../plugin-api/index.ts';
import { studyFindings } from './study-checks.ts';

/** A tool without a view that contributes these studies. */
const toolWith = (studies: readonly SeriesStudy[]): AnyPlugin =>
  definePlugin<object>({
    id: 'mistaken',
    title: 'Mistaken',
    summary: 'A tool with a mistake',
    icon: Square,
    permission: null,
    isSingleton: false,
    isHiddenInDemo: false,
    state: defineState({ schema: v.object({}), initial: {}, migrations: [] }),
    linking: { sends: [], receives: [] },
    commands: [],
    toolbar: [],
    studies,
    titleOf: () => 'Mistaken',
    helpTopic: 'workspaces',
    savedItemType: null,
    load: async () => ({ default: () => null }),
  });
const findingsOf = (study: SeriesStudy) =>
  studyFindings({ plugin: toolWith([study]), folder: 'plugins/mistaken', sources: [] });

describe('a mistake in a study', () => {
  /** The change of each bar from the bar before. */
  const change = defineStudy({
    id: 'change',
    title: 'Change',
    help: 'Close less the close before.',
    pane: 'own',
    parameters: { factor: { label: 'Factor', min: 1, max: 10, step: 1, default: 1 } },
    outputs: [{ id: 'change', title: 'Change', form: 'line', tone: 'main', format: 'price' }],
    workColumns: 0,
    stateLength: 1,
    warmUpBars: () => 1,
    compute({ close }, from, to, { factor }, columns) {
      for (let i = from; i < to; i += 1) columnAt(columns, 0)[i] = (at(close, i) - at(close, i - 1)) * factor;
    },
  });
  const withCompute = (compute: SeriesStudy['compute']): SeriesStudy => ({ ...change, compute });

  test('is none: a study that resumes, and has no value where a price is missing', () => {
    expect(findingsOf(change)).toEqual([]);
  });

  test.each<[string, SeriesStudy, string]>([
    [
      'a sum that is kept outside of the state',
      (() => {
        let sum = 0;
        return withCompute(({ close }, from, to, _parameters, columns) => {
          for (let i = from; i < to; i += 1) columnAt(columns, 0)[i] = sum += at(close, i);
        });
      })(),
      'does not resume: output "change" of bar 0',
    ],
    [
      'prices that are changed',
      withCompute(({ close }, from, to, _parameters, columns) => {
        for (let i = from; i < to; i += 1) columnAt(columns, 0)[i] = close[i] = 1;
      }),
      'changes close of the bars',
    ],
    [
      'a failure',
      withCompute(() => {
        throw new Error('no volume');
      }),
      'no volume',
    ],
    [
      'no value at all',
      withCompute((_bars, from, to, _p, [out]) => out?.fill(NONE, from, to)),
      'has no value on',
    ],
    ['a warm-up that no chart loads', { ...change, warmUpBars: () => 500 }, 'a warm-up of 500 bars'],
  ])('is found: %s', (_, study, problem) => {
    const findings = findingsOf(study);
    expect(findings).toEqual([expect.stringMatching(/^studies: .*Correct studies in plugins\/mistaken\.$/)]);
    expect(findings[0]).toContain(problem);
  });

  test.each<[string, Partial<SeriesStudy>, string]>([
    ['an id that is no id', { id: 'Change' }, 'must be lower-case words'],
    ['an id that charts cannot store', { id: 'c'.repeat(60) }, 'charts store 60 characters'],
    ['no help text', { help: ' ' }, 'lacks a title or a help text'],
    ['no output', { outputs: [] }, 'has no output'],
    [
      'two outputs with one id',
      { outputs: [...change.outputs, ...change.outputs] },
      'two outputs with one id',
    ],
    ['a fill without its line', { fills: [[0, 1]] }, 'fills to an output it lacks'],
    ['a scale upside down', { scale: [1, 0] }, 'has a scale that does not rise'],
    ['a state of no length', { stateLength: 0.5 }, 'a length that is no whole number'],
    [
      'a default outside of the bounds',
      { parameters: { factor: { label: 'Factor', min: 1, max: 10, step: 1, default: 11 } } },
      'a parameter "factor" without a label, or with a default outside of its bounds',
    ],
  ])('is found: %s', (_, other, problem) => {
    const problems = validateManifest(toolWith([{ ...change, ...other }]));
    expect(problems).toEqual([expect.stringContaining(problem)]);
  });

  test('is found: two studies with the same id', () => {
    expect(validateManifest(toolWith([change, change]))).toEqual(['Two studies have the id "change".']);
  });
});
