import { encode, GATE_CHECKS_A_MESSAGE, type Body } from '../../../protocol/index.ts';
import { batchesOf, BYTES_A_MESSAGE } from '../../algostream/batches.ts';
import type { StrategyGates } from '../../algostream/gates/gate-service.ts';
import type { Runner } from '../../algostream/service.ts';

/** Serves the requests about checks before a live start of one connection. Changes of a check are published to all connections of the user. */
export class GateAnswers {
  readonly #gates: StrategyGates;
  readonly #send: (frame: string) => void;

  constructor(gates: StrategyGates, send: (frame: string) => void) {
    this.#gates = gates;
    this.#send = send;
  }

  async sendChecks(body: Body<'requestStrategyGates'>, { userId }: Runner): Promise<void> {
    const { Name, StrategyId } = body;
    const { codeKey: CodeKey, isRequired: IsRequired, checks } = await this.#gates.checks(userId, body);
    const batches = batchesOf(checks, GATE_CHECKS_A_MESSAGE, BYTES_A_MESSAGE);
    // The client waits for at least one message.
    (batches.length === 0 ? [[]] : batches).forEach((Items, index, { length }) =>
      this.#send(
        encode('strategyGates', {
          ...{ Name, StrategyId, CodeKey, IsRequired, Items },
          HasMore: index < length - 1,
        }),
      ),
    );
  }

  async start(body: Body<'startStrategyGates'>, { userId }: Runner): Promise<void> {
    this.#answer(body.CheckId, await this.#gates.begin(userId, body));
  }

  async cancel({ CheckId }: Body<'cancelStrategyGates'>, { userId }: Runner): Promise<void> {
    this.#answer(CheckId, await this.#gates.cancel(userId, CheckId));
  }

  /** A command that is done is published as a change of its check. */
  #answer(CheckId: string, refusal: string | undefined): void {
    if (refusal !== undefined)
      this.#send(encode('strategyGatesRefused', { CheckId, Message: refusal.slice(0, 2_000) }));
  }
}

/** The handlers of the requests about checks, over the answers of a connection. */
export const gateHandlers = <Answers>(answersOf: (answers: Answers) => GateAnswers) => ({
  requestStrategyGates: (answers: Answers, body: Body<'requestStrategyGates'>, runner: Runner) =>
    answersOf(answers).sendChecks(body, runner),
  startStrategyGates: (answers: Answers, body: Body<'startStrategyGates'>, runner: Runner) =>
    answersOf(answers).start(body, runner),
  cancelStrategyGates: (answers: Answers, body: Body<'cancelStrategyGates'>, runner: Runner) =>
    answersOf(answers).cancel(body, runner),
});
