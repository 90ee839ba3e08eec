import { err, ok, type Result } from '../../../domain/assert/assert.ts';
import type { ToChild } from './child/messages.ts';
import type { ChartStudyDescription, RunningChartStudy, StrategyFault } from './types.ts';

type StudyMessage = Extract<ToChild, { readonly kind: 'studyBars' | 'studyRequest' }>;
/** A message of a study without its id. */
type Unaddressed<Message> = Message extends unknown ? Omit<Message, 'id'> : never;

interface StudyPort {
  send(message: Unaddressed<StudyMessage>): void;
  stop(): void;
}

type ValuesAnswer = (result: Result<readonly Float64Array[], StrategyFault>) => void;

const STOPPED: StrategyFault = { kind: 'runtime', message: 'the study was ended', line: 0, column: 0 };

/** The requests to one study of a chart in its process, which answers them in their sequence. */
export class ChartStudyRequests {
  readonly #described = Promise.withResolvers<Result<ChartStudyDescription, StrategyFault>>();
  readonly #waiting: ValuesAnswer[] = [];
  #fault: StrategyFault | null = null;

  async opened(port: StudyPort): Promise<Result<RunningChartStudy, StrategyFault>> {
    const described = await this.#described.promise;
    if (!described.ok) return described;
    return ok({
      description: described.value,
      putBars: (from, rows) => port.send({ kind: 'studyBars', from, rows }),
      values: (from) => this.#values(port, from),
      stop: () => {
        port.stop();
        this.onFault(STOPPED);
      },
    });
  }

  onDescribed(study: ChartStudyDescription): void {
    this.#described.resolve(ok(study));
  }

  onValues(columns: readonly Float64Array[]): void {
    this.#waiting.shift()?.(ok(columns));
  }

  /** The run is over. */
  onFault(fault: StrategyFault): void {
    this.#fault ??= fault;
    this.#described.resolve(err(fault));
    for (const answer of this.#waiting.splice(0)) answer(err(fault));
  }

  #values(port: StudyPort, from: number): Promise<Result<readonly Float64Array[], StrategyFault>> {
    if (this.#fault !== null) return Promise.resolve(err(this.#fault));
    return new Promise((answer) => {
      this.#waiting.push(answer);
      port.send({ kind: 'studyRequest', from });
    });
  }
}
