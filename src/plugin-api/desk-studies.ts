import type { SeriesStudy } from '../domain/studies/study.ts';
import { contributionId } from './desk-columns.ts';
import type { DeskStudy } from './study-types.ts';

/** What a manifest says about its studies. */
interface StudiesOfTool {
  readonly id: string;
  readonly title: string;
  readonly studies?: readonly SeriesStudy[];
}

/** The studies that a tool contributes, as charts show them. `report` gets, once for each study and cause, what the author has to correct. */
export function deskStudies(
  tool: StudiesOfTool,
  report: (message: string) => void = (message) => console.error(message),
): readonly DeskStudy[] {
  return (tool.studies ?? []).map((study) => toDeskStudy(tool, study, report));
}

function toDeskStudy(
  { id, title }: StudiesOfTool,
  study: SeriesStudy,
  report: (message: string) => void,
): DeskStudy {
  const reported = new Set<string>();
  const failed = (error: unknown): void => {
    const message = `The study "${study.id}" of ${title} has failed: ${error instanceof Error ? error.message : String(error)}`;
    if (reported.has(message)) return;
    reported.add(message);
    report(message);
  };
  return {
    ...study,
    id: contributionId(id, study.id),
    tool: title,
    outputs: study.outputs.map((output) => ({
      ...output,
      shiftBars(parameters) {
        try {
          const bars = output.shiftBars?.(parameters) ?? 0;
          return Number.isInteger(bars) ? bars : 0;
        } catch (error) {
          failed(error);
          return 0;
        }
      },
    })),
    compute(bars, from, to, parameters, columns, state) {
      try {
        study.compute(bars, from, to, parameters, columns, state);
      } catch (error) {
        failed(error);
        for (const column of columns) column.fill(Number.NaN, from, to);
      }
      for (let n = 0; n < study.outputs.length; n += 1) withoutInfinity(columns[n], from, to);
    },
  };
}

/** An infinite value would leave its pane without a scale. */
function withoutInfinity(column: Float64Array | undefined, from: number, to: number): void {
  if (column === undefined) return;
  for (let i = from; i < to; i += 1) if (!Number.isFinite(column[i])) column[i] = Number.NaN;
}
