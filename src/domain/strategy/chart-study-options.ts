import type { StudyOutput } from '../studies/study.ts';
import { StrategyError } from './fault.ts';
import { shown } from './plan.ts';

/** How a line of a study is drawn. */
export const LINE_FORMS = ['line', 'histogram', 'dots'] as const satisfies readonly StudyOutput['form'][];
/** The colours of a line, by their part in the study; `direction` and `sign` follow its values. */
export const LINE_TONES = [
  'main',
  'second',
  'third',
  'up',
  'down',
  'muted',
  'direction',
  'sign',
] as const satisfies readonly StudyOutput['tone'][];
/** How the legend writes the values of a line. */
export const LINE_FORMATS = [
  'price',
  'volume',
  'percent',
  'number',
] as const satisfies readonly StudyOutput['format'][];
/** Where a study is drawn: over the prices, or in a pane of its own. */
export const STUDY_PANES = ['price', 'own'] as const;

/** Characters of a title. */
export const MAX_STUDY_TITLE = 40;
/** Characters of the help. */
export const MAX_STUDY_HELP = 200;
/** Guide lines of a study. */
export const MAX_STUDY_LEVELS = 8;

/** What a file says about its study beside the lines. */
export interface ChartStudyOptions {
  readonly title: string;
  readonly help: string;
  /** `price`: over the prices. */
  readonly pane: (typeof STUDY_PANES)[number];
  /** Values with a guide line, in a pane of its own. */
  readonly levels: readonly number[];
  /** The fixed scale of a pane of its own; null = fits the visible values. */
  readonly scale: readonly [number, number] | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object of the author. Throws a StrategyError for anything else, and for names that are not known. */
export function readFields(subject: string, given: unknown, known: readonly string[]): Fields {
  if (typeof given !== 'object' || given === null)
    throw new StrategyError(`${subject} are an object with ${known.join(', ')}: ${shown(given)}`);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new StrategyError(`${subject} are ${known.join(', ')}: ${shown(unknown)}`);
  return { ...given };
}

/** A text of a list, or the first of it when nothing is said. Throws a StrategyError for any other value. */
export function readChoice<const Choice extends string>(
  subject: string,
  given: unknown,
  choices: readonly [Choice, ...Choice[]],
  fallback: Choice = choices[0],
): Choice {
  if (given === undefined) return fallback;
  const found = choices.find((choice) => choice === given);
  if (found === undefined)
    throw new StrategyError(`${subject} is '${choices.join("', '")}': ${shown(given)}`);
  return found;
}

/** The options of `chartStudy`. Throws a StrategyError that says what is wrong. */
export function readStudyOptions(given: unknown): ChartStudyOptions {
  const { title, help, pane, levels, scale } = readFields('the options of chartStudy', given, [
    'title',
    'pane',
    'help',
    'levels',
    'scale',
  ]);
  return {
    title: readText('the title', title, MAX_STUDY_TITLE),
    help: help === undefined ? '' : readText('the help', help, MAX_STUDY_HELP),
    pane: readChoice('the pane', pane, STUDY_PANES),
    levels: levels === undefined ? [] : readNumbers('the levels', levels, MAX_STUDY_LEVELS),
    scale: scale === undefined ? null : readScale(scale),
  };
}

function readText(subject: string, given: unknown, maxLength: number): string {
  const text = typeof given === 'string' ? given.trim() : '';
  if (text === '' || text.length > maxLength)
    throw new StrategyError(
      `${subject} of a chart study is a text of at most ${maxLength} characters: ${shown(given)}`,
    );
  return text;
}

function readNumbers(subject: string, given: unknown, maxCount: number): readonly number[] {
  const numbers: readonly unknown[] = Array.isArray(given) ? given : [];
  if (!Array.isArray(given) || numbers.length > maxCount || !numbers.every(Number.isFinite))
    throw new StrategyError(`${subject} of a chart study are at most ${maxCount} numbers: ${shown(given)}`);
  return numbers.map(Number);
}

function readScale(given: unknown): readonly [number, number] {
  const [low, high] = readNumbers('the ends of the scale', given, 2);
  if (low === undefined || high === undefined || low >= high)
    throw new StrategyError('the scale of a chart study has two ends, such as [0, 100], the lower one first');
  return [low, high];
}
