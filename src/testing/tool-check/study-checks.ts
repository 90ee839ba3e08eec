import { settleParameters } from '../../domain/studies/parameters.ts';
import { randomBars, runStudy } from '../run-study.ts';
import { finding, type CheckedTool, type Finding } from './checked-tool.ts';

/** Bars that a chart loads before the first one on screen. */
const CHART_WARM_UP_BARS = 200;
/** More than the warm-up of a chart, and a block of sums that starts again. */
const BARS = 4_500;

/** Where the studies of a tool fail, do not resume, or need more bars than a chart loads. */
export function studyFindings({ plugin, folder }: CheckedTool): Finding[] {
  const remedy = `Correct studies in ${folder}.`;
  return (plugin.studies ?? []).flatMap((study) => {
    const problems: string[] = [];
    const warmUp = study.warmUpBars(settleParameters(study));
    if (!(warmUp <= CHART_WARM_UP_BARS))
      problems.push(
        `The study "${study.id}" has a warm-up of ${warmUp} bars; a chart loads ${CHART_WARM_UP_BARS}.`,
      );
    const whole = attempt(() => runStudy(study, randomBars(BARS, 1)));
    if (typeof whole === 'string') problems.push(whole);
    else {
      if (Object.values(whole).every((values) => values.every(Number.isNaN)))
        problems.push(`The study "${study.id}" has no value on ${BARS} bars.`);
      const withGaps = attempt(() => runStudy(study, randomBars(BARS, 2, 40)));
      if (typeof withGaps === 'string') problems.push(withGaps);
    }
    return problems.map((problem) => finding('studies', problem, remedy));
  });
}

/** What `run` returns, or the message of its error. */
function attempt<Value extends object>(run: () => Value): Value | string {
  try {
    return run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
