export type { BarColumns } from './columns.ts';
export { settleParameters, studyLabel } from './parameters.ts';
export { STUDIES, studyById } from './registry.ts';
export { computeStudy, createStudyRun } from './run.ts';
export type { StudyRun } from './run.ts';
export type {
  RangeStudy,
  SeriesStudy,
  StudyKind,
  StudyParameter,
  StudyParameters,
  VolumeProfile,
} from './study.ts';
