import {
  STUDIES,
  type BarColumns,
  type SeriesStudy,
  type StudyKind,
  type StudyParameters,
  type StudyRun,
} from '../../../src/domain/studies/index.ts';
import type { DeskStudy } from '../../../src/plugin-api/index.ts';

/** The studies that a chart offers. */
export interface StudyCatalogue {
  /** In the order of the studies dialog. */
  readonly all: readonly StudyKind[];
  /** The study with a stored id; undefined for an id of a later version, or of a tool that is not installed. */
  get(id: string): StudyKind | undefined;
  /** What the legend calls a stored study that the catalogue lacks; null or absent = by its id, as not installed. */
  reasonFor?(id: string): string | null;
}

/** Starts the values of a study. */
export type StartStudy = (study: SeriesStudy, parameters: StudyParameters, bars: BarColumns) => StudyRun;

/** The studies of the domain, then those that tools contribute. */
export function studyCatalogue(contributed: readonly DeskStudy[]): StudyCatalogue {
  const all = [...STUDIES, ...contributed];
  const byId = new Map(all.map((study) => [study.id, study]));
  return { all, get: (id) => byId.get(id) };
}

/** The studies of the domain alone. */
export const BUILT_IN_STUDIES: StudyCatalogue = studyCatalogue([]);
