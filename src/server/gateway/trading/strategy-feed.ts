import { hasPermission, Permission } from '../../../domain/permissions.ts';
import { catalogue, encode } from '../../../protocol/index.ts';
import { stopsMessage } from '../../algostream/runs/stop-notices.ts';
import type { Runner } from '../../algostream/service.ts';
import type { Principal } from '../../identity/identity.ts';
import type { Logger } from '../../logging.ts';
import { NO_ACCOUNT, NOT_LOGGED_IN, type Refusal } from '../../refusals.ts';
import { StrategyAnswers, type StrategyAnswersParts } from './strategy-answers.ts';
import { DEMO_REFUSALS, NO_ALGOSTREAM_PERMISSION, type StrategyRequest } from './strategy-requests.ts';

/** What a strategy feed needs of its connection. */
export interface StrategyFeedParts extends StrategyAnswersParts {
  readonly logger: Pick<Logger, 'error'>;
}

/** Publishes the changes of the user's strategies to one trading connection, and serves its requests about them. */
export class StrategyFeed {
  readonly #parts: StrategyFeedParts;
  readonly #answers: StrategyAnswers;
  #account: string | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(parts: StrategyFeedParts) {
    this.#parts = parts;
    this.#answers = new StrategyAnswers(parts);
  }

  /** Publishes from now on, for the account that was chosen. A user without access to AlgoStream receives nothing. */
  start(principal: Principal, account: string): void {
    this.stop();
    this.#account = account;
    if (principal.isDemo || !hasPermission(principal.permissionMask, Permission.AlgoTrading)) return;
    const { strategies, send, logger } = this.#parts;
    const runner = { userId: principal.userId, account };
    this.#unsubscribe = strategies.listen(runner, ({ name, body }) => send(encode(name, body)));
    this.#sendStops(runner).catch((error: unknown) =>
      logger.error({ err: error }, 'notices of stopped strategies could not be read'),
    );
  }

  /** Serves a request, or answers it with the reason why this user may not make it. */
  async serve(request: StrategyRequest, principal: Principal | undefined): Promise<void> {
    if (!principal || this.#account === undefined) return this.#refuse(request, NOT_LOGGED_IN);
    if (principal.isDemo) return this.#refuse(request, DEMO_REFUSALS[request.name]);
    if (!hasPermission(principal.permissionMask, Permission.AlgoTrading))
      return this.#refuse(request, NO_ALGOSTREAM_PERMISSION);
    const runner = { userId: principal.userId, account: this.#account };
    if (isForAnother(runner, request.body)) return this.#refuse(request, NO_ACCOUNT);
    await this.#answers.serve(request, runner);
  }

  /** Publishes nothing until the next start. */
  stop(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#account = undefined;
  }

  /** Sends the notices of stopped runs that the user has not confirmed. */
  async #sendStops(runner: Runner): Promise<void> {
    const unconfirmed = await this.#parts.strategies.stops.unconfirmed(runner);
    if (unconfirmed.length === 0 || this.#account !== runner.account) return;
    const { name, body } = stopsMessage(unconfirmed);
    this.#parts.send(encode(name, body));
  }

  #refuse({ name }: StrategyRequest, { code, message }: Refusal): void {
    this.#parts.send(encode('failure', { Message: message, ErrorCode: code, RequestT: catalogue[name].T }));
  }
}

/** Whether a request names another account than the chosen one, or another user. */
const isForAnother = ({ userId, account }: Runner, body: StrategyRequest['body']): boolean =>
  ('Account' in body && body.Account !== account) || ('UserId' in body && body.UserId !== userId);
