import { encode, OPTIMIZATION_SETS_A_MESSAGE, type Body } from '../../../protocol/index.ts';
import { batchesOf, BYTES_A_MESSAGE } from '../../algostream/batches.ts';
import type { Optimizations } from '../../algostream/optimizations/optimization-service.ts';
import type { Runner } from '../../algostream/service.ts';

const OPTIMIZATIONS_A_MESSAGE = 50;

/** Serves the requests about searches for parameters of one connection. Changes of a search are published to all connections of the user. */
export class OptimizationAnswers {
  readonly #optimizations: Optimizations;
  readonly #send: (frame: string) => void;

  constructor(optimizations: Optimizations, send: (frame: string) => void) {
    this.#optimizations = optimizations;
    this.#send = send;
  }

  async describe(body: Body<'describeStrategy'>, { userId }: Runner): Promise<void> {
    this.#send(encode('strategyDescribed', await this.#optimizations.describe(userId, body)));
  }

  async start(body: Body<'startOptimization'>, { userId }: Runner): Promise<void> {
    this.#answer(body.OptimizationId, await this.#optimizations.begin(userId, body));
  }

  async stop({ OptimizationId }: Body<'stopOptimization'>, { userId }: Runner): Promise<void> {
    this.#answer(OptimizationId, await this.#optimizations.stop(userId, OptimizationId));
  }

  async remove({ OptimizationId }: Body<'removeOptimization'>, { userId }: Runner): Promise<void> {
    this.#answer(OptimizationId, await this.#optimizations.remove(userId, OptimizationId));
  }

  async sendList({ userId }: Runner): Promise<void> {
    const items = await this.#optimizations.list(userId);
    const batches = batchesOf(items, OPTIMIZATIONS_A_MESSAGE, BYTES_A_MESSAGE);
    // The client waits for at least one message.
    (batches.length === 0 ? [[]] : batches).forEach((Items, index, { length }) =>
      this.#send(encode('optimizations', { Items, HasMore: index < length - 1 })),
    );
  }

  /** Sends one message with as many sets as fit into it. */
  async sendSets(
    { OptimizationId, After }: Body<'requestOptimizationSets'>,
    { userId }: Runner,
  ): Promise<void> {
    const limit = OPTIMIZATION_SETS_A_MESSAGE + 1;
    const found = await this.#optimizations.sets(userId, OptimizationId, { after: After, limit });
    const [Items = []] = batchesOf(found, OPTIMIZATION_SETS_A_MESSAGE, BYTES_A_MESSAGE);
    const HasMore = found.length > Items.length;
    this.#send(encode('optimizationSets', { OptimizationId, After, Items, HasMore }));
  }

  /** A command that is done is published as a change of its search. */
  #answer(OptimizationId: string, refusal: string | undefined): void {
    if (refusal !== undefined)
      this.#send(encode('optimizationRefused', { OptimizationId, Message: refusal.slice(0, 2_000) }));
  }
}

/** The handlers of the requests about searches, over the answers of a connection. */
export const optimizationHandlers = <Answers>(answersOf: (answers: Answers) => OptimizationAnswers) => ({
  describeStrategy: (answers: Answers, body: Body<'describeStrategy'>, runner: Runner) =>
    answersOf(answers).describe(body, runner),
  startOptimization: (answers: Answers, body: Body<'startOptimization'>, runner: Runner) =>
    answersOf(answers).start(body, runner),
  stopOptimization: (answers: Answers, body: Body<'stopOptimization'>, runner: Runner) =>
    answersOf(answers).stop(body, runner),
  requestOptimizations: (answers: Answers, _body: Body<'requestOptimizations'>, runner: Runner) =>
    answersOf(answers).sendList(runner),
  requestOptimizationSets: (answers: Answers, body: Body<'requestOptimizationSets'>, runner: Runner) =>
    answersOf(answers).sendSets(body, runner),
  removeOptimization: (answers: Answers, body: Body<'removeOptimization'>, runner: Runner) =>
    answersOf(answers).remove(body, runner),
});
