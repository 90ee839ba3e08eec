import { createStudyRun, type StudyRun } from '../../../src/domain/studies/index.ts';
import type { StartStudy } from '../model/study-catalogue.ts';
import { isMyStudy } from './my-study.ts';
import { MyStudyRun, type MyStudyHost } from './my-study-run.ts';

/** The runs of the user's studies on one chart. */
export class MyStudyRuns {
  readonly #host: MyStudyHost;
  readonly #runs = new Set<MyStudyRun>();

  constructor(host: MyStudyHost) {
    this.#host = host;
  }

  /** Starts the values of any study: of the user's on the server, of others in the page. */
  readonly start: StartStudy = (study, parameters, bars) => {
    if (!isMyStudy(study)) return createStudyRun(study, parameters, bars);
    const run = new MyStudyRun(study, parameters, bars, this.#host);
    this.#runs.add(run);
    return run;
  };

  /** Ends the runs that the chart does not show any more. */
  keepOnly(shown: readonly StudyRun[]): void {
    for (const run of this.#runs) {
      if (shown.includes(run)) continue;
      run.dispose();
      this.#runs.delete(run);
    }
  }

  activityChanged(): void {
    for (const run of this.#runs) run.activityChanged();
  }
}
