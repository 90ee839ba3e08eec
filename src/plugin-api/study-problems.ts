import type { SeriesStudy, StudyParameter } from '../domain/studies/study.ts';

/** Longest id that charts store, less the ending of further instances (`:40`) and of their panes. */
const MAX_ID_LENGTH = 60;

/** What is wrong with the declaration of a study beside its id, as sentences. `storedId` is the id under which charts store it. */
export function studyProblems(study: SeriesStudy, storedId: string): string[] {
  const name = `The study "${study.id}"`;
  const counts = [study.workColumns, study.stateLength];
  const outputIds = study.outputs.map(({ id }) => id);
  const checks: readonly (readonly [boolean, string])[] = [
    [
      storedId.length <= MAX_ID_LENGTH,
      `has an id that is too long: charts store ${MAX_ID_LENGTH} characters`,
    ],
    [hasText(study.title) && hasText(study.help), 'lacks a title or a help text'],
    [outputIds.length > 0, 'has no output'],
    [new Set(outputIds).size === outputIds.length, 'has two outputs with one id'],
    [study.outputs.every(({ title }) => hasText(title)), 'has an output without a title'],
    [counts.every((count) => Number.isInteger(count) && count >= 0), 'has a length that is no whole number'],
    [(study.fills ?? []).flat().every((n) => study.outputs[n] !== undefined), 'fills to an output it lacks'],
    [study.scale === undefined || study.scale[0] < study.scale[1], 'has a scale that does not rise'],
  ];
  return [
    ...checks.filter(([isSound]) => !isSound).map(([, problem]) => `${name} ${problem}.`),
    ...Object.entries(study.parameters)
      .filter(([, parameter]) => !isSoundParameter(parameter))
      .map(
        ([key]) =>
          `${name} has a parameter "${key}" without a label, or with a default outside of its bounds.`,
      ),
  ];
}

const hasText = (text: string): boolean => text.trim() !== '';

const isSoundParameter = ({ label, min, max, step, default: initial }: StudyParameter): boolean =>
  hasText(label) && step > 0 && min <= initial && initial <= max;
