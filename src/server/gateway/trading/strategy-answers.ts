import { catalogue, encode, VERSIONS_A_MESSAGE, type Body } from '../../../protocol/index.ts';
import { batchesOf, BYTES_A_MESSAGE, ORDERS_A_MESSAGE } from '../../algostream/batches.ts';
import { invalidInstance } from '../../algostream/runs/new-instance.ts';
import type { Runner, StrategyService, WireStrategy } from '../../algostream/service.ts';
import { browserName } from '../browser-name.ts';
import { GateAnswers, gateHandlers } from './gate-answers.ts';
import { OptimizationAnswers, optimizationHandlers } from './optimization-answers.ts';
import type { StrategyRequest, StrategyRequestName } from './strategy-requests.ts';

const LOG_LINES_A_MESSAGE = 200;
const STRATEGIES_A_MESSAGE = 500;

/** What the answers need of their connection. */
export interface StrategyAnswersParts {
  readonly strategies: StrategyService;
  readonly send: (frame: string) => void;
  /** Resolves when the connection has taken most of what was sent. */
  readonly drained: () => Promise<void>;
  /** Of the browser of the connection; empty when it is not known. */
  readonly userAgent: string;
}

type RequestBody<Name extends StrategyRequestName> = Extract<
  StrategyRequest,
  { readonly name: Name }
>['body'];
type StrategyHandlers = {
  readonly [Name in StrategyRequestName]: (
    answers: StrategyAnswers,
    body: RequestBody<Name>,
    runner: Runner,
  ) => void | Promise<void>;
};

/** The names by which a client finds the start or stop that was refused; `strategyId` is 0 for a strategy of the user. */
interface RunNames {
  readonly name: string;
  readonly strategyId: number;
  readonly instanceId: string;
}

const ownRun = ({ Name, InstanceId }: { Name: string; InstanceId: string }): RunNames => ({
  name: Name,
  strategyId: 0,
  instanceId: InstanceId,
});
const publicRun = ({ StrategyId, InstanceId }: { StrategyId: number; InstanceId: string }): RunNames => ({
  name: '',
  strategyId: StrategyId,
  instanceId: InstanceId,
});

/** The batches of a list; an empty list has one empty batch, because the client waits for at least one message. */
function atLeastOneBatch<Item>(items: readonly Item[], maxItems: number): Item[][] {
  const batches = batchesOf(items, maxItems, BYTES_A_MESSAGE);
  return batches.length === 0 ? [[]] : batches;
}

/**
 * Serves the requests about strategies of one connection. Saved, deleted and started strategies are published to all connections of
 * the user, this one included; such a request is answered here only when it is refused.
 */
export class StrategyAnswers {
  /** A strategy request added to the catalogue's list does not compile until it has a handler here. */
  static readonly #handlers = {
    strategyList: async (answers, _body, runner) =>
      answers.#sendList(false, await answers.#strategies.personalStrategies(runner)),
    publicStrategyList: async (answers, _body, runner) =>
      answers.#sendList(true, await answers.#strategies.publicStrategies(runner)),
    strategyTemplateList: (answers) => answers.#sendTemplates(),
    loadAlgoTradingStrategy: (answers, body, runner) => answers.#load(body, runner),
    requestAlgoTradingStrategyStatus: (answers, body, runner) => answers.#sendStatus(body, runner),
    requestAlgoTradingStrategyOrders: (answers, body, runner) =>
      answers.#sendOrders(runner, body.Name, body.InstanceId),
    requestAlgoTradingStrategyEquity: (answers, body, runner) => answers.#sendEquity(body, runner),
    requestAlgoTradingStrategyLog: (answers, body, runner) => answers.#sendLog(body, runner),
    requestAlgoTradingStrategyPlots: (answers, body, runner) => answers.#sendPlots(body, runner),
    confirmStrategyStops: (answers, body, runner) => answers.#strategies.stops.confirm(runner, body.Items),
    requestStrategyReconciliations: (answers, body, runner) => answers.#sendSessions(body, runner, ''),
    requestReconciledOrders: (answers, body, runner) => answers.#sendReconciled(body, runner),
    compareStrategySession: async (answers, body, runner) => {
      const key = { userId: runner.userId, name: body.Name, instanceId: body.InstanceId };
      const problem = await answers.#strategies.reconciliations.compare(key, body.From);
      return answers.#sendSessions(body, runner, problem ?? '');
    },
    requestAlgoTradingStrategyVersions: (answers, body, runner) => answers.#sendVersions(body, runner),
    requestAlgoTradingStrategyVersion: (answers, body, runner) => answers.#sendVersion(body, runner),
    saveAlgoTradingStrategy: (answers, body, runner) => answers.#save(body, runner),
    updateAlgoTradingStrategy: (answers, body, runner) => answers.#update(body, runner),
    deleteAlgoTradingStrategy: (answers, body, runner) => answers.#delete(body, runner),
    removeAlgoStrategyInstance: (answers, body, runner) => answers.#removeInstance(body, runner),
    startStrategy: async (answers, body, runner) =>
      answers.#answerRun(await answers.#strategies.startLive(runner, body), ownRun(body)),
    startPublicStrategy: async (answers, body, runner) =>
      answers.#answerRun(await answers.#strategies.startLive(runner, body), publicRun(body)),
    startBacktest: async (answers, body, runner) =>
      answers.#answerRun(await answers.#strategies.startBacktest(runner, body), ownRun(body)),
    startPublicBacktest: async (answers, body, runner) =>
      answers.#answerRun(await answers.#strategies.startBacktest(runner, body), publicRun(body)),
    resumeBacktest: async (answers, body, runner) =>
      answers.#answerRun(await answers.#strategies.resume(runner, body), ownRun(body)),
    stopStrategy: async (answers, body, { userId }) => {
      const key = { userId, name: body.Name, instanceId: body.InstanceId };
      answers.#answerRun(await answers.#strategies.stopRun(key), ownRun(body));
    },
    setStrategySchedule: async (answers, body, runner) =>
      answers.#answerRun(await answers.#strategies.setSchedule(runner, body), ownRun(body)),
    ...optimizationHandlers((answers: StrategyAnswers) => answers.#optimizations),
    ...gateHandlers((answers: StrategyAnswers) => answers.#gates),
  } satisfies StrategyHandlers;

  readonly #strategies: StrategyService;
  readonly #send: (frame: string) => void;
  readonly #drained: () => Promise<void>;
  readonly #userAgent: string;
  readonly #optimizations: OptimizationAnswers;
  readonly #gates: GateAnswers;

  constructor({ strategies, send, drained, userAgent }: StrategyAnswersParts) {
    this.#strategies = strategies;
    this.#send = send;
    this.#drained = drained;
    this.#userAgent = userAgent;
    this.#optimizations = new OptimizationAnswers(strategies.optimizations, send);
    this.#gates = new GateAnswers(strategies.gates, send);
  }

  /** Serves a request that the runner is permitted to make. */
  async serve(request: StrategyRequest, runner: Runner): Promise<void> {
    // TypeScript does not relate the name to the body's type: the map's type pairs each name with its own body.
    const handle = StrategyAnswers.#handlers[request.name] as (
      answers: StrategyAnswers,
      body: StrategyRequest['body'],
      runner: Runner,
    ) => void | Promise<void>;
    return handle(this, request.body, runner);
  }

  #sendList(isPublic: boolean, items: readonly WireStrategy[]): void {
    atLeastOneBatch(items, STRATEGIES_A_MESSAGE).forEach((Items, index, { length }) =>
      this.#send(encode('strategies', { IsPublic: isPublic, Items, HasMore: index < length - 1 })),
    );
  }

  #sendTemplates(): void {
    const items = this.#strategies.templates().map(({ name, description, code, parameters }) => ({
      Name: name,
      Description: description,
      Code: code,
      Parameters: parameters,
    }));
    batchesOf(items, STRATEGIES_A_MESSAGE, BYTES_A_MESSAGE).forEach((Items, index, { length }) =>
      this.#send(encode('strategyTemplates', { Items, HasMore: index < length - 1 })),
    );
  }

  async #load({ Name }: Body<'loadAlgoTradingStrategy'>, { userId }: Runner): Promise<void> {
    const found = await this.#strategies.load(userId, Name);
    this.#send(
      encode('strategyLoaded', {
        Name,
        Result: found ? 'Loaded' : 'NotFound',
        Code: found?.code ?? '',
        Parameters: found?.parameters ?? '',
      }),
    );
  }

  async #sendStatus(
    { Name, IncludeOrders }: Body<'requestAlgoTradingStrategyStatus'>,
    runner: Runner,
  ): Promise<void> {
    const status = await this.#strategies.status(runner, Name);
    if (!status)
      return this.#send(
        encode('failure', {
          Message: `Strategy "${Name}" was not found`,
          ErrorCode: 0,
          RequestT: catalogue.requestAlgoTradingStrategyStatus.T,
        }),
      );
    this.#send(
      encode('strategyStatus', { Name, StrategyId: status.strategyId, Instances: [...status.instances] }),
    );
    if (!IncludeOrders) return;
    for (const { InstanceId } of status.instances) await this.#sendOrders(runner, Name, InstanceId);
  }

  /** Sends the orders of an instance page by page, each page once the client has taken most of the one before. */
  async #sendOrders(runner: Runner, name: string, instanceId: string): Promise<void> {
    const key = { userId: runner.userId, name, instanceId };
    for (let after = 0, hasMore = true; hasMore;) {
      await this.#drained();
      const page = await this.#strategies.orders(key, after, ORDERS_A_MESSAGE);
      if (page === undefined) return this.#sendNoOrders(runner, name, instanceId);
      hasMore = page.lastSerial > after && page.orders.length === ORDERS_A_MESSAGE;
      after = page.lastSerial;
      const batches = atLeastOneBatch(page.orders, ORDERS_A_MESSAGE);
      for (const [index, Items] of batches.entries()) {
        const HasMore = hasMore || index < batches.length - 1;
        this.#send(encode('strategyOrders', { Name: name, InstanceId: instanceId, Items, HasMore }));
      }
    }
  }

  #sendNoOrders({ account }: Runner, name: string, instanceId: string): void {
    const Instance = invalidInstance(account, instanceId);
    this.#send(encode('strategyStatusUpdate', { Name: name, StrategyId: 0, Instance }));
    this.#send(encode('strategyOrders', { Name: name, InstanceId: instanceId, Items: [], HasMore: false }));
  }

  async #sendEquity(
    { Name, InstanceId }: Body<'requestAlgoTradingStrategyEquity'>,
    { userId }: Runner,
  ): Promise<void> {
    const key = { userId, name: Name, instanceId: InstanceId };
    const Equity = await this.#strategies.reports.equity(key);
    this.#send(encode('strategyEquity', { Name, InstanceId, Equity }));
  }

  /** Sends one message with as many log lines as fit into it. */
  async #sendLog(
    { Name, InstanceId, From }: Body<'requestAlgoTradingStrategyLog'>,
    { userId }: Runner,
  ): Promise<void> {
    const key = { userId, name: Name, instanceId: InstanceId };
    const { from, lines, total } = await this.#strategies.reports.log(key, From, LOG_LINES_A_MESSAGE);
    const [Items = []] = batchesOf(lines, LOG_LINES_A_MESSAGE, BYTES_A_MESSAGE);
    this.#send(encode('strategyLog', { Name, InstanceId, From: from, Items, Total: total }));
  }

  async #sendPlots(
    { Name, InstanceId, From }: Body<'requestAlgoTradingStrategyPlots'>,
    { userId }: Runner,
  ): Promise<void> {
    const drawn = await this.#strategies.reports.annotations({ userId, name: Name, instanceId: InstanceId });
    const { plots, marks, droppedMarks } = drawn ?? { plots: [], marks: [], droppedMarks: 0 };
    const plot = plots[From];
    this.#send(
      encode('strategyPlots', {
        Name,
        InstanceId,
        From,
        Total: plots.length,
        Plot: plot
          ? {
              Name: plot.name,
              IsOnPrice: plot.isOnPrice === true,
              Times: plot.points.map(({ timeMs }) => timeMs),
              Values: plot.points.map(({ value }) => value),
            }
          : null,
        Marks:
          From === 0
            ? marks.map(({ timeMs, text, price }) => ({ Time: timeMs, Text: text, Price: price }))
            : [],
        DroppedMarks: From === 0 ? droppedMarks : 0,
      }),
    );
  }

  async #sendSessions(
    { Name, InstanceId }: Body<'requestStrategyReconciliations'>,
    { userId }: Runner,
    Problem: string,
  ): Promise<void> {
    const Items = await this.#strategies.reconciliations.sessions({
      userId,
      name: Name,
      instanceId: InstanceId,
    });
    this.#send(encode('strategyReconciliations', { Name, InstanceId, Items, Problem }));
  }

  /** Sends one message with as many orders as fit into it. */
  async #sendReconciled(
    { Name, InstanceId, From, Start }: Body<'requestReconciledOrders'>,
    { userId }: Runner,
  ): Promise<void> {
    const key = { userId, name: Name, instanceId: InstanceId };
    const { orders, total } = await this.#strategies.reconciliations.orders(
      key,
      From,
      Start,
      ORDERS_A_MESSAGE,
    );
    const [Items = []] = batchesOf(orders, ORDERS_A_MESSAGE, BYTES_A_MESSAGE);
    this.#send(encode('reconciledOrders', { Name, InstanceId, From, Start, Items, Total: total }));
  }

  async #sendVersions(
    { Name, Below }: Body<'requestAlgoTradingStrategyVersions'>,
    { userId }: Runner,
  ): Promise<void> {
    const page = { below: Below > 0 ? Below : undefined, limit: VERSIONS_A_MESSAGE + 1 };
    const found = await this.#strategies.versions.versions(userId, Name, page);
    const Items = found.slice(0, VERSIONS_A_MESSAGE).map((version) => ({
      Version: version.version,
      SavedAt: version.savedMs,
      Browser: version.userAgent === '' ? '' : browserName(version.userAgent),
      Characters: version.chars,
      LinesAdded: version.linesAdded,
      LinesRemoved: version.linesRemoved,
      SameAs: version.sameAs,
      RunCount: version.runCount,
    }));
    this.#send(encode('strategyVersions', { Name, Below, Items, HasMore: found.length > Items.length }));
  }

  async #sendVersion(
    { Name, Version }: Body<'requestAlgoTradingStrategyVersion'>,
    { userId }: Runner,
  ): Promise<void> {
    const found = await this.#strategies.versions.version(userId, Name, Version);
    this.#send(
      encode('strategyVersion', {
        Name,
        Version,
        Result: found ? 'Loaded' : 'NotFound',
        Code: found?.code ?? '',
        Parameters: found?.parameters ?? '',
      }),
    );
  }

  async #save(body: Body<'saveAlgoTradingStrategy'>, { userId }: Runner): Promise<void> {
    const { result, message } = await this.#strategies.save(userId, body, this.#userAgent);
    if (result === 'SaveOK') return;
    this.#send(
      encode('strategySaved', { Name: body.Name, OriginalName: '', Result: result, Message: message }),
    );
  }

  async #update(body: Body<'updateAlgoTradingStrategy'>, { userId }: Runner): Promise<void> {
    const { result, message } = await this.#strategies.update(userId, body, this.#userAgent);
    if (result === 'SaveOK') return;
    const { Name, OriginalName } = body;
    this.#send(encode('strategySaved', { Name, OriginalName, Result: result, Message: message }));
  }

  async #delete({ Name }: Body<'deleteAlgoTradingStrategy'>, { userId }: Runner): Promise<void> {
    const { result, message } = await this.#strategies.remove(userId, Name);
    if (result !== 'DeleteOK')
      this.#send(encode('strategyDeleted', { Name, Result: result, Message: message }));
  }

  async #removeInstance(
    { Name, InstanceId }: Body<'removeAlgoStrategyInstance'>,
    runner: Runner,
  ): Promise<void> {
    const { result, message } = await this.#strategies.removeInstance(runner, Name, InstanceId);
    if (result !== 'DeleteOK')
      this.#send(encode('strategyInstanceRemoved', { Name, InstanceId, Result: result, Message: message }));
  }

  /** Answers a refused start or stop. A successful one is published as a change of its instance. */
  #answerRun(refusal: string | undefined, { name, strategyId, instanceId }: RunNames): void {
    if (refusal === undefined) return;
    this.#send(
      encode('strategyRefused', {
        Name: name,
        StrategyId: strategyId,
        InstanceId: instanceId,
        Message: refusal,
      }),
    );
  }
}
