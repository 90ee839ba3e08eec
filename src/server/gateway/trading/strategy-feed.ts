import { OrderError } from '../../../domain/orders/errors.ts';
import { hasPermission, Permission } from '../../../domain/permissions.ts';
import { assertNever } from '../../../domain/assert/assert.ts';
import { catalogue, encode, strategyReports, type Body, type Message } from '../../../protocol/index.ts';
import { batchesOf, BYTES_A_MESSAGE, ORDERS_A_MESSAGE } from '../../algostream/batches.ts';
import { stopsMessage } from '../../algostream/runs/stop-notices.ts';
import { invalidInstance } from '../../algostream/runs/new-instance.ts';
import type { Runner, StrategyService, WireStrategy } from '../../algostream/service.ts';
import type { Logger } from '../../logging.ts';
import type { Principal } from '../../identity/identity.ts';
import { NO_ACCOUNT, NO_TRADING_IN_DEMO, NOT_LOGGED_IN, type Refusal } from './refusals.ts';

const STRATEGY_REQUESTS = [
  'strategyList',
  'strategyTemplateList',
  'publicStrategyList',
  'loadAlgoTradingStrategy',
  'requestAlgoTradingStrategyStatus',
  'requestAlgoTradingStrategyOrders',
  'saveAlgoTradingStrategy',
  'updateAlgoTradingStrategy',
  'deleteAlgoTradingStrategy',
  'removeAlgoStrategyInstance',
  'startStrategy',
  'stopStrategy',
  'startBacktest',
  'startPublicBacktest',
  'resumeBacktest',
  'startPublicStrategy',
  'requestAlgoTradingStrategyEquity',
  'requestAlgoTradingStrategyLog',
  'confirmStrategyStops',
] as const;
type StrategyRequestName = (typeof STRATEGY_REQUESTS)[number];
export type StrategyRequest = Extract<Message<'trading', 'toServer'>, { readonly name: StrategyRequestName }>;

const NAMES: ReadonlySet<string> = new Set(STRATEGY_REQUESTS);
export const isStrategyRequest = (request: Message<'trading', 'toServer'>): request is StrategyRequest =>
  NAMES.has(request.name);

const NO_SAVING: Refusal = {
  code: OrderError.NotPermitted,
  message: 'Saving is not supported during Demo Session',
};
const NO_DELETING: Refusal = {
  code: OrderError.NotPermitted,
  message: 'Deleting is not supported during Demo Session',
};
const NO_STRATEGIES: Refusal = {
  code: OrderError.NotPermitted,
  message: 'AlgoStream is not supported during Demo Session',
};
const NO_PERMISSION: Refusal = {
  code: OrderError.NotPermitted,
  message:
    "You don't have permissions to access AlgoStream. Consider subscribing to get access to AlgoStream",
};

/** What each request says in a demo session (spec tools.md §6, §8). */
const IN_DEMO: Readonly<Record<StrategyRequestName, Refusal>> = {
  strategyList: NO_STRATEGIES,
  strategyTemplateList: NO_STRATEGIES,
  publicStrategyList: NO_STRATEGIES,
  loadAlgoTradingStrategy: NO_STRATEGIES,
  requestAlgoTradingStrategyStatus: NO_STRATEGIES,
  requestAlgoTradingStrategyOrders: NO_STRATEGIES,
  saveAlgoTradingStrategy: NO_SAVING,
  updateAlgoTradingStrategy: NO_SAVING,
  deleteAlgoTradingStrategy: NO_DELETING,
  removeAlgoStrategyInstance: NO_DELETING,
  startStrategy: NO_TRADING_IN_DEMO,
  stopStrategy: NO_TRADING_IN_DEMO,
  startBacktest: NO_TRADING_IN_DEMO,
  startPublicBacktest: NO_TRADING_IN_DEMO,
  resumeBacktest: NO_TRADING_IN_DEMO,
  startPublicStrategy: NO_TRADING_IN_DEMO,
  requestAlgoTradingStrategyEquity: NO_STRATEGIES,
  requestAlgoTradingStrategyLog: NO_STRATEGIES,
  confirmStrategyStops: NO_STRATEGIES,
};

/** What one trading connection hears and asks of its user's strategies. */
export interface StrategyFeed {
  /** The account is selected: what happens to the strategies is told from now on. */
  start(principal: Principal, account: string): void;
  serve(request: StrategyRequest, principal: Principal | undefined): Promise<void>;
  stop(): void;
}

export interface StrategyFeedParts {
  readonly strategies: StrategyService;
  readonly send: (frame: string) => void;
  readonly logger: Pick<Logger, 'error'>;
  /** Resolves when the connection has taken most of what was sent. */
  readonly drained: () => Promise<void>;
}

const LOG_LINES_A_MESSAGE = 200;

/** One message of lines: as many as fit into it. */
async function sendLog(
  reports: StrategyService['reports'],
  send: (frame: string) => void,
  userId: string,
  { Name, InstanceId, From }: Body<'requestAlgoTradingStrategyLog'>,
): Promise<void> {
  const key = { userId, name: Name, instanceId: InstanceId };
  const { from, lines, total } = await reports.log(key, From, LOG_LINES_A_MESSAGE);
  const [Items = []] = batchesOf(lines, LOG_LINES_A_MESSAGE, BYTES_A_MESSAGE);
  send(encode('strategyLog', { Name, InstanceId, From: from, Items, Total: total }));
}

type ReportRequest = Extract<StrategyRequest, { readonly name: keyof typeof strategyReports }>;
type PlainRequest = Exclude<StrategyRequest, ReportRequest>;
const isReportRequest = (request: StrategyRequest): request is ReportRequest =>
  request.name in strategyReports;

async function serveReport(
  { reports, stops }: StrategyService,
  send: (frame: string) => void,
  runner: Runner,
  request: ReportRequest,
): Promise<void> {
  if (request.name === 'confirmStrategyStops') return stops.confirm(runner, request.body.Items);
  if (request.name === 'requestAlgoTradingStrategyLog')
    return sendLog(reports, send, runner.userId, request.body);
  const { Name, InstanceId } = request.body;
  const Equity = await reports.equity({ userId: runner.userId, name: Name, instanceId: InstanceId });
  return send(encode('strategyEquity', { Name, InstanceId, Equity }));
}

/** True when a request names another account than the chosen one, or another user. */
const isForAnother = ({ userId, account }: Runner, body: StrategyRequest['body']): boolean =>
  ('Account' in body && body.Account !== account) || ('UserId' in body && body.UserId !== userId);

const reportTo =
  (logger: Pick<Logger, 'error'>) =>
  (error: unknown): void =>
    logger.error({ err: error }, 'notices of stopped strategies could not be read');

/** The notices of stopped runs that the user has not confirmed. */
async function sendStops(
  { stops }: StrategyService,
  runner: Runner,
  send: (frame: string) => void,
  isWanted: () => boolean,
): Promise<void> {
  const unconfirmed = await stops.unconfirmed(runner);
  if (unconfirmed.length === 0 || !isWanted()) return;
  const { name, body } = stopsMessage(unconfirmed);
  send(encode(name, body));
}

export function createStrategyFeed({ strategies, send, drained, logger }: StrategyFeedParts): StrategyFeed {
  let account: string | undefined;
  let end = (): void => {};

  const fail = ({ code, message }: Refusal, name: StrategyRequestName): void =>
    send(encode('failure', { Message: message, ErrorCode: code, RequestT: catalogue[name].T }));
  const sendList = (isPublic: boolean, items: readonly WireStrategy[]): void => {
    const batches = batchesOf(items, 500, BYTES_A_MESSAGE);
    if (batches.length === 0) batches.push([]);
    batches.forEach((Items, at) =>
      send(encode('strategies', { IsPublic: isPublic, Items, HasMore: at < batches.length - 1 })),
    );
  };
  const sendOrders = async (runner: Runner, name: string, instanceId: string): Promise<void> => {
    const key = { userId: runner.userId, name, instanceId };
    for (let after = 0, hasMore = true; hasMore;) {
      await drained();
      const page = await strategies.orders(key, after, ORDERS_A_MESSAGE);
      if (page === undefined) {
        send(
          encode('strategyStatusUpdate', {
            Name: name,
            StrategyId: 0,
            Instance: invalidInstance(runner.account, instanceId),
          }),
        );
        return send(
          encode('strategyOrders', { Name: name, InstanceId: instanceId, Items: [], HasMore: false }),
        );
      }
      hasMore = page.lastSerial > after && page.orders.length === ORDERS_A_MESSAGE;
      after = page.lastSerial;
      const batches = batchesOf(page.orders, ORDERS_A_MESSAGE, BYTES_A_MESSAGE);
      if (batches.length === 0) batches.push([]);
      batches.forEach((Items, at) =>
        send(
          encode('strategyOrders', {
            Name: name,
            InstanceId: instanceId,
            Items,
            HasMore: hasMore || at < batches.length - 1,
          }),
        ),
      );
    }
  };
  /** A start that was refused; one that was not is told by what happens to its instance. */
  const answerStart = (
    refused: string | undefined,
    of: { readonly name: string; readonly strategyId: number; readonly instanceId: string },
  ): void => {
    if (refused !== undefined)
      send(
        encode('strategyRefused', {
          Name: of.name,
          StrategyId: of.strategyId,
          InstanceId: of.instanceId,
          Message: refused,
        }),
      );
  };

  const serveFor = async (request: PlainRequest, runner: Runner): Promise<void> => {
    const { userId } = runner;
    switch (request.name) {
      case 'strategyList':
        return sendList(false, await strategies.own(runner));
      case 'publicStrategyList':
        return sendList(true, await strategies.publicOnes(runner));
      case 'strategyTemplateList': {
        const items = strategies.templates().map(({ name, description, code, parameters }) => ({
          Name: name,
          Description: description,
          Code: code,
          Parameters: parameters,
        }));
        const batches = batchesOf(items, 500, BYTES_A_MESSAGE);
        return batches.forEach((Items, at) =>
          send(encode('strategyTemplates', { Items, HasMore: at < batches.length - 1 })),
        );
      }
      case 'loadAlgoTradingStrategy': {
        const found = await strategies.load(userId, request.body.Name);
        return send(
          encode('strategyLoaded', {
            Name: request.body.Name,
            Result: found ? 'Loaded' : 'NotFound',
            Code: found?.code ?? '',
            Parameters: found?.parameters ?? '',
          }),
        );
      }
      case 'requestAlgoTradingStrategyStatus': {
        const { Name, IncludeOrders } = request.body;
        const status = await strategies.status(runner, Name);
        if (!status) return fail({ code: 0, message: `Strategy "${Name}" was not found` }, request.name);
        send(
          encode('strategyStatus', { Name, StrategyId: status.strategyId, Instances: [...status.instances] }),
        );
        if (IncludeOrders)
          for (const { InstanceId } of status.instances) await sendOrders(runner, Name, InstanceId);
        return;
      }
      case 'requestAlgoTradingStrategyOrders':
        return sendOrders(runner, request.body.Name, request.body.InstanceId);
      // What went well is told to all connections of the user, this one among them.
      case 'saveAlgoTradingStrategy': {
        const { result, message } = await strategies.save(userId, request.body);
        if (result !== 'SaveOK')
          send(
            encode('strategySaved', {
              Name: request.body.Name,
              OriginalName: '',
              Result: result,
              Message: message,
            }),
          );
        return;
      }
      case 'updateAlgoTradingStrategy': {
        const { result, message } = await strategies.update(userId, request.body);
        if (result !== 'SaveOK')
          send(
            encode('strategySaved', {
              Name: request.body.Name,
              OriginalName: request.body.OriginalName,
              Result: result,
              Message: message,
            }),
          );
        return;
      }
      case 'deleteAlgoTradingStrategy': {
        const { result, message } = await strategies.remove(userId, request.body.Name);
        if (result !== 'DeleteOK')
          send(encode('strategyDeleted', { Name: request.body.Name, Result: result, Message: message }));
        return;
      }
      case 'removeAlgoStrategyInstance': {
        const { Name, InstanceId } = request.body;
        const { result, message } = await strategies.removeInstance(runner, Name, InstanceId);
        if (result !== 'DeleteOK')
          send(encode('strategyInstanceRemoved', { Name, InstanceId, Result: result, Message: message }));
        return;
      }
      case 'startStrategy':
        return answerStart(await strategies.startLive(runner, request.body), {
          name: request.body.Name,
          strategyId: 0,
          instanceId: request.body.InstanceId,
        });
      case 'startPublicStrategy':
        return answerStart(await strategies.startLive(runner, request.body), {
          name: '',
          strategyId: request.body.StrategyId,
          instanceId: request.body.InstanceId,
        });
      case 'startBacktest':
        return answerStart(await strategies.startBacktest(runner, request.body), {
          name: request.body.Name,
          strategyId: 0,
          instanceId: request.body.InstanceId,
        });
      case 'startPublicBacktest':
        return answerStart(await strategies.startBacktest(runner, request.body), {
          name: '',
          strategyId: request.body.StrategyId,
          instanceId: request.body.InstanceId,
        });
      case 'resumeBacktest':
        return answerStart(await strategies.resume(runner, request.body), {
          name: request.body.Name,
          strategyId: 0,
          instanceId: request.body.InstanceId,
        });
      case 'stopStrategy': {
        const { Name, InstanceId } = request.body;
        return answerStart(await strategies.stopRun({ userId, name: Name, instanceId: InstanceId }), {
          name: Name,
          strategyId: 0,
          instanceId: InstanceId,
        });
      }
      default:
        return assertNever(request);
    }
  };

  return {
    start(principal, chosen) {
      end();
      account = chosen;
      end = () => {};
      if (principal.isDemo || !hasPermission(principal.permissionMask, Permission.AlgoTrading)) return;
      const runner = { userId: principal.userId, account: chosen };
      end = strategies.listen(runner, ({ name, body }) => send(encode(name, body)));
      sendStops(strategies, runner, send, () => account === chosen).catch(reportTo(logger));
    },
    async serve(request, principal) {
      if (!principal || account === undefined) return fail(NOT_LOGGED_IN, request.name);
      if (principal.isDemo) return fail(IN_DEMO[request.name], request.name);
      if (!hasPermission(principal.permissionMask, Permission.AlgoTrading))
        return fail(NO_PERMISSION, request.name);
      const runner = { userId: principal.userId, account };
      if (isForAnother(runner, request.body)) return fail(NO_ACCOUNT, request.name);
      if (isReportRequest(request)) await serveReport(strategies, send, runner, request);
      else await serveFor(request, runner);
    },
    stop() {
      end();
      end = () => {};
      account = undefined;
    },
  };
}
