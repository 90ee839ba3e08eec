import { computeStudy, createStudyRun, settleParameters, STUDIES, studyById } from '../studies/index.ts';
import type { BarColumns, SeriesStudy, StudyParameters, StudyRun } from '../studies/index.ts';
import { barSizeInWords } from './bar-size.ts';
import { Column } from './column.ts';
import type { ColumnSource, Cursor } from './column.ts';
import type { StudyInWords } from './description.ts';
import { StrategyError } from './fault.ts';

const MOST_STUDIES = 64;

/** What a study gives a strategy: its column, or its columns by the id of the output. */
export type StudyColumns = Column | Readonly<Record<string, Column>>;

interface Entry {
  readonly study: SeriesStudy;
  readonly parameters: StudyParameters;
  readonly sources: readonly ColumnSource[];
  readonly columns: StudyColumns;
}

/** The studies that a strategy asked for. The same study with the same parameters is worked out once. */
export interface StudySet {
  add(id: string, parameters: Readonly<Record<string, unknown>>): StudyColumns;
  inWords(columns: StudyColumns, barMinutes: number): StudyInWords | null;
  /** Bars before the first at which every study can have a value. */
  warmUpBars(): number;
  /** Works out all of them over all bars. */
  compute(bars: BarColumns): void;
  /** Follows bars that come one by one: call once with the first ones, then after each that was added. */
  follow(bars: BarColumns): void;
}

export function createStudySet(cursor: Cursor): StudySet {
  const entries = new Map<string, Entry>();
  let runs: readonly (readonly [Entry, StudyRun])[] | null = null;

  return {
    add(id, given) {
      const study = studyById(id);
      if (study === undefined)
        throw new StrategyError(
          `there is no study "${String(id).slice(0, 40)}"; there are ${STUDIES.filter(
            ({ form }) => form === 'series',
          )
            .map((known) => known.id)
            .join(', ')}`,
        );
      if (study.form !== 'series')
        throw new StrategyError(
          `the study ${id} is of a range of bars as a whole: a strategy cannot follow it`,
        );
      const parameters = settleParameters(study, given);
      const key = `${id} ${JSON.stringify(parameters)}`;
      const known = entries.get(key);
      if (known !== undefined) return known.columns;
      if (entries.size >= MOST_STUDIES) throw new StrategyError(`more than ${MOST_STUDIES} studies`);
      const sources = study.outputs.map((): ColumnSource => ({ values: new Float64Array(0) }));
      const made = study.outputs.map(
        ({ id: output }, n) =>
          [output, new Column(sources[n] ?? { values: new Float64Array(0) }, cursor)] as const,
      );
      const only = made.length === 1 ? made[0] : undefined;
      const columns: StudyColumns = only === undefined ? Object.freeze(Object.fromEntries(made)) : only[1];
      entries.set(key, { study, parameters, sources, columns });
      return columns;
    },
    inWords(columns, barMinutes) {
      for (const { study, parameters, columns: made } of entries.values()) {
        const isIt =
          made === columns ||
          (!(made instanceof Column) && columns instanceof Column && Object.values(made).includes(columns));
        if (isIt) return studyInWords(study, parameters, barMinutes);
      }
      return null;
    },
    warmUpBars: () =>
      Math.max(0, ...[...entries.values()].map(({ study, parameters }) => study.warmUpBars(parameters))),
    compute(bars) {
      for (const { study, parameters, sources } of entries.values()) {
        for (const [n, values] of computeStudy(study, parameters, bars).entries()) {
          const source = sources[n];
          if (source !== undefined) source.values = values;
        }
      }
    },
    follow(bars) {
      runs ??= [...entries.values()].map(
        (entry) => [entry, createStudyRun(entry.study, entry.parameters)] as const,
      );
      for (const [{ sources }, run] of runs) {
        run.push(bars);
        for (const [n, values] of run.outputs.entries()) {
          const source = sources[n];
          if (source !== undefined) source.values = values;
        }
      }
    },
  };
}

function studyInWords(study: SeriesStudy, parameters: StudyParameters, barMinutes: number): StudyInWords {
  const extra = Object.entries(study.parameters)
    .filter(([name]) => name !== 'period')
    .map(([name, { label }]) => `${label} ${parameters[name] ?? ''}`);
  return {
    name: study.title,
    interval: barSizeInWords(barMinutes),
    period: parameters['period'] ?? null,
    extraParameters: extra.join(', '),
  };
}
