import { computeStudy, createStudyRun, settleParameters, STUDIES, studyById } from '../studies/index.ts';
import type { BarColumns, SeriesStudy, StudyParameters, StudyRun } from '../studies/index.ts';
import { Column } from './column.ts';
import type { ColumnSource, Cursor, LargerCursor } from './column.ts';
import type { StudyDescription } from './description.ts';
import { StrategyError } from './fault.ts';

const MAX_STUDIES = 64;

/** The output of a study: its only column, or its columns by the id of the output. */
export type StudyColumns = Column | Readonly<Record<string, Column>>;

interface Entry {
  readonly study: SeriesStudy;
  readonly parameters: StudyParameters;
  readonly sources: readonly ColumnSource[];
  readonly columns: StudyColumns;
}

/** How many studies a strategy can still make; its sets share it. */
interface StudyRoom {
  left: number;
}

/** Room for as many studies as a strategy can have. */
export const newStudyRoom = (): StudyRoom => ({ left: MAX_STUDIES });

/** The studies of a strategy on bars of one size. The same study with the same parameters is computed once. */
export class StudySet {
  readonly #cursor: Cursor;
  readonly #room: StudyRoom;
  readonly #larger: LargerCursor | null;
  readonly #entries = new Map<string, Entry>();
  #runs: readonly (readonly [Entry, StudyRun])[] | null = null;

  /** `larger`: the cursor of studies on larger bars; null = they are on the bars of the run. */
  constructor(cursor: Cursor, room: StudyRoom, larger: LargerCursor | null = null) {
    this.#cursor = cursor;
    this.#room = room;
    this.#larger = larger;
  }

  /** Adds a study, or returns the columns of an equal one. Throws a StrategyError for an unknown id. */
  add(id: string, given: Readonly<Record<string, unknown>>): StudyColumns {
    const study = seriesStudy(id);
    const parameters = settleParameters(study, given);
    const key = `${id} ${JSON.stringify(parameters)}`;
    const known = this.#entries.get(key);
    if (known !== undefined) return known.columns;
    if (this.#room.left === 0) throw new StrategyError(`more than ${MAX_STUDIES} studies`);
    const sources = study.outputs.map((): ColumnSource => ({ values: new Float64Array(0) }));
    const made = study.outputs.map(
      ({ id: output }, n) =>
        [
          output,
          new Column(sources[n] ?? { values: new Float64Array(0) }, this.#cursor, this.#larger),
        ] as const,
    );
    const only = made.length === 1 ? made[0] : undefined;
    const columns: StudyColumns = only === undefined ? Object.freeze(Object.fromEntries(made)) : only[1];
    this.#entries.set(key, { study, parameters, sources, columns });
    this.#room.left -= 1;
    return columns;
  }

  /** The description of the study that has these columns; null when this set has none. `interval` is the label of its bars. */
  describe(columns: StudyColumns, interval: string): StudyDescription | null {
    for (const { study, parameters, columns: made } of this.#entries.values()) {
      const isMatch =
        made === columns ||
        (!(made instanceof Column) && columns instanceof Column && Object.values(made).includes(columns));
      if (isMatch) return describeStudy(study, parameters, interval);
    }
    return null;
  }

  /** Number of bars before the first one on which every study can have a value. */
  warmUpBars(): number {
    return Math.max(
      0,
      ...[...this.#entries.values()].map(({ study, parameters }) => study.warmUpBars(parameters)),
    );
  }

  /** Computes all studies over all bars. */
  compute(bars: BarColumns): void {
    for (const { study, parameters, sources } of this.#entries.values())
      setValues(sources, computeStudy(study, parameters, bars));
  }

  /** Updates all studies as bars are added: call it once with the first bars, then after each added bar. */
  follow(bars: BarColumns): void {
    this.#runs ??= [...this.#entries.values()].map(
      (entry) => [entry, createStudyRun(entry.study, entry.parameters)] as const,
    );
    for (const [{ sources }, run] of this.#runs) {
      run.push(bars);
      setValues(sources, run.outputs);
    }
  }
}

function setValues(sources: readonly ColumnSource[], outputs: readonly Float64Array[]): void {
  for (const [n, values] of outputs.entries()) {
    const source = sources[n];
    if (source !== undefined) source.values = values;
  }
}

function seriesStudy(id: string): SeriesStudy {
  const study = studyById(id);
  if (study === undefined) {
    const known = STUDIES.filter(({ form }) => form === 'series').map((listed) => listed.id);
    throw new StrategyError(
      `unknown study "${String(id).slice(0, 40)}"; the studies are ${known.join(', ')}`,
    );
  }
  if (study.form !== 'series')
    throw new StrategyError(`the study ${id} has no value per bar: a strategy cannot use it`);
  return study;
}

function describeStudy(study: SeriesStudy, parameters: StudyParameters, interval: string): StudyDescription {
  const extra = Object.entries(study.parameters)
    .filter(([name]) => name !== 'period')
    .map(([name, { label }]) => `${label} ${parameters[name] ?? ''}`);
  return {
    name: study.title,
    interval,
    period: parameters['period'] ?? null,
    extraParameters: extra.join(', '),
  };
}
