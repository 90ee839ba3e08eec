export { NONE } from './columns.ts';
export type { BarColumns } from './columns.ts';
export { settleParameters, studyLabel } from './parameters.ts';
export { STUDIES, studyById } from './registry.ts';
export { computeStudy, createStudyRun } from './run.ts';
export type { StudyRun } from './run.ts';
export { defineStudy } from './study.ts';
export type {
  RangeStudy,
  SeriesStudy,
  StudyKind,
  StudyOutput,
  StudyParameter,
  StudyParameters,
  VolumeProfile,
} from './study.ts';
