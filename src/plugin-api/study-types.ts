import type { SeriesStudy } from '../domain/studies/study.ts';

/** A contributed study as charts show it: under the id that they store, `<plugin id>.<id>`. A fault of it shows no value and disturbs no other study. */
export interface DeskStudy extends SeriesStudy {
  /** Title of the tool that contributes it. */
  readonly tool: string;
}
