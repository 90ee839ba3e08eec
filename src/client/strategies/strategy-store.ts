import { isStrategyRunning } from '../../domain/strategy/enumerations.ts';
import type { Body, Message, MessageName } from '../../protocol/index.ts';
import type { HostClock } from '../host-clock.ts';
import { createObservable, reportLater } from '../observable.ts';
import { InstanceStatusLoads } from './instance-status-loads.ts';
import { createOrderViews } from './order-views.ts';
import type {
  ModifyOutcome,
  StartOutcome,
  Strategies,
  StrategiesState,
  StrategyEvent,
  StrategySource,
  StrategyTemplate,
  StrategyToRun,
  WireStrategy,
  WireStrategyInstance,
} from './types.ts';
import { createRunReports } from './run-reports.ts';
import { LOST_TEXT, NOT_CONNECTED_TEXT } from './texts.ts';
import { tradeLimitOf } from './trade-limit.ts';
import { createWaitingCalls } from './waiting.ts';

type TradingMessage = Message<'trading', 'toClient'>;

const EMPTY: StrategiesState = { isLoaded: false, own: [], public: [] };

export interface StrategyStoreDeps {
  readonly clock: HostClock;
  readonly trading: { sendReady<Name extends MessageName>(name: Name, body: Body<Name>): boolean };
  readonly user: () => { readonly account: string | null; readonly userId: string | null };
}

const failure = (error: string): { readonly error: string } => ({ error });

type NotDone = { readonly ok: false; readonly message: string };

/** The strategies as the trading connection feeds them. */
export interface StrategyStoreCore extends Strategies {
  onTrading(message: TradingMessage): void;
  onAccountReady(): void;
  onLost(): void;
  /** Another account, or none. */
  reset(): void;
  dispose(): void;
}

export function createStrategyStore({ clock, trading, user }: StrategyStoreDeps): StrategyStoreCore {
  const state = createObservable<StrategiesState>(EMPTY);
  const listeners = new Set<(event: StrategyEvent) => void>();
  const calls = createWaitingCalls(clock);
  /** Instances that this client started or resumed. */
  const started = new Set<string>();
  let isWanted = false;
  let lastId = 0;
  /** Lists whose answer is under way, with what came of it so far, and what was pushed meanwhile, which is newer. */
  const coming: { isPublic: boolean; items: WireStrategy[] | undefined }[] = [
    { isPublic: false, items: undefined },
    { isPublic: true, items: undefined },
  ];
  let meanwhile: Body<'strategyStatusUpdate'>[] = [];
  let templates: StrategyTemplate[] = [];

  const keyOf = (name: string, instanceId: string): string => JSON.stringify([name, instanceId]);
  const account = (): string => user().account ?? '';
  const views = createOrderViews((Name, InstanceId) =>
    trading.sendReady('requestAlgoTradingStrategyOrders', { Name, InstanceId }),
  );
  const statusLoads = new InstanceStatusLoads(clock, (Name, IncludeOrders) =>
    trading.sendReady('requestAlgoTradingStrategyStatus', { Account: account(), IncludeOrders, Name }),
  );
  const reports = createRunReports(trading, calls, account);
  const tell = (
    kind: StrategyEvent['kind'],
    name: string,
    strategyId: number,
    instance: WireStrategyInstance,
  ): void => {
    const event: StrategyEvent = {
      kind,
      name,
      strategyId,
      instance,
      isOwn: started.has(keyOf(name, instance.InstanceId)),
    };
    for (const listener of [...listeners]) {
      try {
        listener(event);
      } catch (error) {
        reportLater(error);
      }
    }
  };
  const find = (name: string): WireStrategy | undefined =>
    [...state.get().own, ...state.get().public].find((strategy) => strategy.Name === name);
  const setInstances = (name: string, instances: readonly WireStrategyInstance[]): void => {
    const replaced = (strategies: readonly WireStrategy[]): readonly WireStrategy[] =>
      strategies.some((strategy) => strategy.Name === name)
        ? strategies.map((strategy) =>
            strategy.Name === name
              ? { ...strategy, TradeLimit: tradeLimitOf(instances), Instances: [...instances] }
              : strategy,
          )
        : strategies;
    state.set({ ...state.get(), own: replaced(state.get().own), public: replaced(state.get().public) });
  };
  const dropInstance = (name: string, instanceId: string): void => {
    const strategy = find(name);
    const gone = strategy?.Instances.find((instance) => instance.InstanceId === instanceId);
    if (!strategy || !gone) return;
    setInstances(
      name,
      strategy.Instances.filter((instance) => instance !== gone),
    );
    tell('removed', name, strategy.Id, gone);
    started.delete(keyOf(name, instanceId));
  };
  const takeInstance = (name: string, instance: WireStrategyInstance, isForced: boolean): void => {
    if (instance.Status === 'InvalidInstance') return dropInstance(name, instance.InstanceId);
    const strategy = find(name);
    if (!strategy) return;
    const isKnown = strategy.Instances.some((known) => known.InstanceId === instance.InstanceId);
    setInstances(
      name,
      isKnown
        ? strategy.Instances.map((known) => (known.InstanceId === instance.InstanceId ? instance : known))
        : [...strategy.Instances, instance],
    );
    tell(isKnown ? (isForced ? 'force-updated' : 'updated') : 'added', name, strategy.Id, instance);
  };

  const askLists = (): boolean => {
    const isSent =
      trading.sendReady('strategyList', { Account: account() }) &&
      trading.sendReady('publicStrategyList', { Account: account() });
    if (isSent) for (const list of coming) list.items ??= [];
    return isSent;
  };
  const takeList = ({ IsPublic, Items, HasMore }: Body<'strategies'>): void => {
    const list = coming[IsPublic ? 1 : 0];
    if (!list) return;
    list.items = [...(list.items ?? []), ...Items];
    if (HasMore) return;
    const items = list.items;
    list.items = undefined;
    const next = { ...state.get(), ...(IsPublic ? { public: items } : { own: items }) };
    hasList[IsPublic ? 1 : 0] = true;
    state.set({ ...next, isLoaded: hasList[0] && hasList[1] });
    for (const { Name, Instance } of meanwhile)
      if (items.some((strategy) => strategy.Name === Name)) takeInstance(Name, Instance, false);
    if (coming.every((one) => one.items === undefined)) meanwhile = [];
  };
  const hasList: [boolean, boolean] = [false, false];

  /** Sends a request and waits for what `read` takes as its answer. */
  const call = <Name extends MessageName, Outcome>(
    name: Name,
    body: Body<Name>,
    read: (message: TradingMessage) => Outcome | undefined,
    failed: (text: string) => Outcome,
  ): Promise<Outcome> =>
    trading.sendReady(name, body)
      ? calls.wait(name, read, failed)
      : Promise.resolve(failed(NOT_CONNECTED_TEXT));
  const orThrow = <Value>(outcome: { readonly value: Value } | { readonly error: string }): Value => {
    if ('error' in outcome) throw new Error(outcome.error);
    return outcome.value;
  };
  const failed = (message: string): ModifyOutcome => ({ result: 'Failed', message });
  const notDone = (message: string): NotDone => ({ ok: false, message });
  const newInstanceId = (): string => {
    lastId = Math.max(lastId + 1, Math.floor(clock.nowMs()));
    return `run${lastId.toString(36)}`;
  };
  /** What the server says of a start: the instance, which changes, or a refusal. */
  const startAnswer =
    (name: string, instanceId: string, isOldOwn: boolean) =>
    (message: TradingMessage): StartOutcome | undefined => {
      switch (message.name) {
        case 'strategyStatusUpdate':
        case 'backtestingStarted':
        case 'strategyStarted':
          return message.body.Name === name && message.body.Instance.InstanceId === instanceId
            ? { ok: true, instanceId }
            : undefined;
        case 'strategyRefused':
          if (message.body.InstanceId !== instanceId) return undefined;
          if (!isOldOwn) started.delete(keyOf(name, instanceId));
          return notDone(message.body.Message);
        default:
          return undefined;
      }
    };
  const begin = <
    Name extends
      'startStrategy' | 'startPublicStrategy' | 'startBacktest' | 'startPublicBacktest' | 'resumeBacktest',
  >(
    request: Name,
    body: Body<Name>,
    name: string,
    instanceId: string,
  ): Promise<StartOutcome> => {
    const key = keyOf(name, instanceId);
    const isOldOwn = started.has(key);
    started.add(key);
    return call<Name, StartOutcome>(request, body, startAnswer(name, instanceId, isOldOwn), notDone);
  };
  const common = (InstanceId: string) => ({ InstanceId, Account: account() });
  const isPublicRun = (what: StrategyToRun): what is Extract<StrategyToRun, { readonly publicId: number }> =>
    'publicId' in what;
  /** Names are stored trimmed. */
  const bodyOf = ({ name, code, parameters }: StrategySource) => ({
    Name: name.trim(),
    Code: code,
    Parameters: parameters,
  });
  const saved =
    (name: string, originalName: string) =>
    (message: TradingMessage): ModifyOutcome | undefined =>
      message.name === 'strategySaved' &&
      message.body.Name === name &&
      message.body.OriginalName === originalName
        ? { result: message.body.Result, message: message.body.Message }
        : undefined;

  return {
    get: state.get,
    subscribe: state.subscribe,
    reports,
    async load() {
      isWanted = true;
      if (!askLists()) return;
      const [own, ofHouse] = [false, true].map((isPublic) =>
        calls.wait<{ readonly value: true } | { readonly error: string }>(
          isPublic ? 'publicStrategyList' : 'strategyList',
          (message) =>
            message.name === 'strategies' && message.body.IsPublic === isPublic && !message.body.HasMore
              ? { value: true }
              : undefined,
          failure,
        ),
      );
      for (const outcome of await Promise.all([own, ofHouse])) if (outcome) orThrow(outcome);
    },
    async templates() {
      templates = [];
      return orThrow(
        await call<
          'strategyTemplateList',
          { readonly value: readonly StrategyTemplate[] } | { readonly error: string }
        >(
          'strategyTemplateList',
          {},
          (message) => {
            if (message.name !== 'strategyTemplates') return undefined;
            templates = [...templates, ...message.body.Items];
            return message.body.HasMore ? undefined : { value: templates };
          },
          failure,
        ),
      );
    },
    async source(name) {
      return orThrow(
        await call<
          'loadAlgoTradingStrategy',
          { readonly value: StrategySource } | { readonly error: string }
        >(
          'loadAlgoTradingStrategy',
          { Account: account(), Name: name },
          (message) => {
            if (message.name !== 'strategyLoaded' || message.body.Name !== name) return undefined;
            return message.body.Result === 'Loaded'
              ? { value: { name, code: message.body.Code, parameters: message.body.Parameters } }
              : { error: `Strategy "${name}" was not found` };
          },
          failure,
        ),
      );
    },
    save(source) {
      const body = bodyOf(source);
      return call<'saveAlgoTradingStrategy', ModifyOutcome>(
        'saveAlgoTradingStrategy',
        body,
        saved(body.Name, ''),
        failed,
      );
    },
    update(originalName, source) {
      const body = bodyOf(source);
      return call<'updateAlgoTradingStrategy', ModifyOutcome>(
        'updateAlgoTradingStrategy',
        { ...body, OriginalName: originalName },
        saved(body.Name, originalName),
        failed,
      );
    },
    remove: (name) =>
      call<'deleteAlgoTradingStrategy', ModifyOutcome>(
        'deleteAlgoTradingStrategy',
        { Account: account(), Name: name },
        (message) =>
          message.name === 'strategyDeleted' && message.body.Name === name
            ? { result: message.body.Result, message: message.body.Message }
            : undefined,
        failed,
      ),
    removeInstance: (name, instanceId) =>
      call<'removeAlgoStrategyInstance', ModifyOutcome>(
        'removeAlgoStrategyInstance',
        { Name: name, ...common(instanceId) },
        (message) =>
          message.name === 'strategyInstanceRemoved' &&
          message.body.Name === name &&
          message.body.InstanceId === instanceId
            ? { result: message.body.Result, message: message.body.Message }
            : undefined,
        failed,
      ),
    start(what, start, instanceId = newInstanceId()) {
      if (isPublicRun(what))
        return begin(
          'startPublicStrategy',
          { ...start, ...common(instanceId), StrategyId: what.publicId, UserId: user().userId ?? '' },
          what.name,
          instanceId,
        );
      return begin(
        'startStrategy',
        { ...start, ...common(instanceId), Name: what.name, Code: what.code },
        what.name,
        instanceId,
      );
    },
    backtest(what, start, instanceId = newInstanceId()) {
      if (isPublicRun(what))
        return begin(
          'startPublicBacktest',
          { ...start, ...common(instanceId), StrategyId: what.publicId, UserId: user().userId ?? '' },
          what.name,
          instanceId,
        );
      return begin(
        'startBacktest',
        { ...start, ...common(instanceId), Name: what.name, Code: what.code },
        what.name,
        instanceId,
      );
    },
    resume: (name, instanceId, dataType) =>
      begin('resumeBacktest', { Name: name, ...common(instanceId), DataType: dataType }, name, instanceId),
    stop: (name, instanceId) =>
      call<'stopStrategy', { readonly ok: true } | { readonly ok: false; readonly message: string }>(
        'stopStrategy',
        { Name: name, ...common(instanceId) },
        (message) => {
          if (
            message.name === 'strategyStatusUpdate' &&
            message.body.Name === name &&
            message.body.Instance.InstanceId === instanceId
          )
            return isStrategyRunning(message.body.Instance.Status) ? undefined : { ok: true };
          return message.name === 'strategyRefused' && message.body.InstanceId === instanceId
            ? notDone(message.body.Message)
            : undefined;
        },
        notDone,
      ),
    refresh: (name, includeOrders = false) => statusLoads.request(name, includeOrders),
    orders: (name, instanceId) => views.of(name, instanceId),
    onEvent(listener) {
      const own = (event: StrategyEvent) => listener(event);
      listeners.add(own);
      return () => void listeners.delete(own);
    },

    onTrading(message) {
      switch (message.name) {
        case 'strategies':
          takeList(message.body);
          break;
        case 'strategyStatusUpdate':
        case 'strategyParameters':
        case 'strategyStarted':
        case 'backtestingStarted':
          if (coming.some(({ items }) => items !== undefined)) meanwhile.push(message.body);
          takeInstance(message.body.Name, message.body.Instance, message.name === 'strategyParameters');
          break;
        case 'strategyStatus': {
          const { Name, Instances } = message.body;
          for (const { InstanceId } of find(Name)?.Instances ?? [])
            if (!Instances.some((instance) => instance.InstanceId === InstanceId))
              dropInstance(Name, InstanceId);
          for (const instance of Instances) takeInstance(Name, instance, true);
          break;
        }
        case 'capitalReturns': {
          const { Name, InstanceId, Returns } = message.body;
          const instance = find(Name)?.Instances.find((known) => known.InstanceId === InstanceId);
          if (instance) takeInstance(Name, { ...instance, Returns }, false);
          break;
        }
        case 'strategyInstanceRemoved':
          if (message.body.Result === 'DeleteOK') dropInstance(message.body.Name, message.body.InstanceId);
          break;
        case 'strategyDeleted':
          if (message.body.Result === 'DeleteOK')
            state.set({
              ...state.get(),
              own: state.get().own.filter(({ Name }) => Name !== message.body.Name),
            });
          break;
        case 'strategySaved':
          // By this client or another of the user's: what is shown of it is the server's to say.
          if (message.body.Result === 'SaveOK' && isWanted) askLists();
          break;
        default:
          break;
      }
      views.hear(message);
      reports.onTrading(message);
      calls.hear(message);
    },
    onAccountReady() {
      if (isWanted) askLists();
      views.askAgain();
    },
    onLost() {
      for (const list of coming) list.items = undefined;
      meanwhile = [];
      views.onLost();
      calls.failAll(LOST_TEXT);
    },
    reset() {
      for (const list of coming) list.items = undefined;
      hasList.fill(false);
      meanwhile = [];
      statusLoads.cancelAll();
      started.clear();
      state.set(EMPTY);
      views.reset();
      reports.reset();
    },
    dispose() {
      statusLoads.cancelAll();
      calls.failAll(NOT_CONNECTED_TEXT);
    },
  };
}
