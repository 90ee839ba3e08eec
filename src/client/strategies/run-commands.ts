import { isStrategyRunning, type BacktestDataType } from '../../domain/strategy/enumerations.ts';
import { hasSameTimes } from '../../domain/strategy/schedule-terms.ts';
import type { Body, Message } from '../../protocol/index.ts';
import type { HostClock } from '../host-clock.ts';
import type { Outcome } from '../readable.ts';
import { instanceKey } from './instance-key.ts';
import type { StrategyRequests } from './strategy-requests.ts';
import type {
  BacktestStart,
  ScheduleTerms,
  StartOutcome,
  Strategies,
  StrategyStart,
  StrategyToRun,
} from './types.ts';

type TradingMessage = Message<'trading', 'toClient'>;
type StartRequest =
  'startStrategy' | 'startPublicStrategy' | 'startBacktest' | 'startPublicBacktest' | 'resumeBacktest';

interface RunCommandDeps {
  readonly clock: HostClock;
  readonly requests: StrategyRequests;
  readonly user: () => { readonly account: string | null; readonly userId: string | null };
  /** Keys of the instances that this client started or resumed. */
  readonly startedHere: Set<string>;
}

const refused = (message: string): { readonly ok: false; readonly message: string } => ({
  ok: false,
  message,
});

/** Starts, resumes, schedules and stops runs. */
export class RunCommands implements Pick<
  Strategies,
  'start' | 'backtest' | 'resume' | 'stop' | 'setSchedule'
> {
  readonly #deps: RunCommandDeps;
  #lastId = 0;

  constructor(deps: RunCommandDeps) {
    this.#deps = deps;
  }

  start(
    strategy: StrategyToRun,
    start: StrategyStart,
    instanceId = this.#newInstanceId(),
  ): Promise<StartOutcome> {
    const { name } = strategy;
    return 'publicId' in strategy
      ? this.#begin('startPublicStrategy', name, {
          ...start,
          ...this.#publicRun(strategy.publicId, instanceId),
        })
      : this.#begin('startStrategy', name, {
          ...start,
          ...this.#run(instanceId),
          Name: name,
          Code: strategy.code,
        });
  }

  backtest(
    strategy: StrategyToRun,
    start: BacktestStart,
    instanceId = this.#newInstanceId(),
  ): Promise<StartOutcome> {
    const { name } = strategy;
    return 'publicId' in strategy
      ? this.#begin('startPublicBacktest', name, {
          ...start,
          ...this.#publicRun(strategy.publicId, instanceId),
        })
      : this.#begin('startBacktest', name, {
          ...start,
          ...this.#run(instanceId),
          Name: name,
          Code: strategy.code,
        });
  }

  resume(name: string, instanceId: string, dataType: BacktestDataType): Promise<StartOutcome> {
    return this.#begin('resumeBacktest', name, { Name: name, ...this.#run(instanceId), DataType: dataType });
  }

  stop(name: string, instanceId: string): Promise<Outcome> {
    return this.#deps.requests.send<'stopStrategy', Outcome>(
      'stopStrategy',
      { Name: name, ...this.#run(instanceId) },
      (message) => {
        if (
          message.name === 'strategyStatusUpdate' &&
          message.body.Name === name &&
          message.body.Instance.InstanceId === instanceId
        )
          return isStrategyRunning(message.body.Instance.Status) ? undefined : { ok: true };
        return message.name === 'strategyRefused' && message.body.InstanceId === instanceId
          ? refused(message.body.Message)
          : undefined;
      },
      refused,
    );
  }

  setSchedule(name: string, instanceId: string, schedule: ScheduleTerms | null): Promise<Outcome> {
    return this.#deps.requests.send<'setStrategySchedule', Outcome>(
      'setStrategySchedule',
      {
        Name: name,
        ...this.#run(instanceId),
        Schedule: schedule && { ...schedule, Days: [...schedule.Days] },
      },
      (message) => {
        if (
          message.name === 'strategyStatusUpdate' &&
          message.body.Name === name &&
          message.body.Instance.InstanceId === instanceId
        )
          return isSchedule(message.body.Instance.Schedule, schedule) ? { ok: true } : undefined;
        return message.name === 'strategyRefused' && message.body.InstanceId === instanceId
          ? refused(message.body.Message)
          : undefined;
      },
      refused,
    );
  }

  #run(InstanceId: string) {
    return { InstanceId, Account: this.#deps.user().account ?? '' };
  }

  #publicRun(StrategyId: number, instanceId: string) {
    return { ...this.#run(instanceId), StrategyId, UserId: this.#deps.user().userId ?? '' };
  }

  /** Unique in this client, also for starts within one millisecond. */
  #newInstanceId(): string {
    this.#lastId = Math.max(this.#lastId + 1, Math.floor(this.#deps.clock.nowMs()));
    return `run${this.#lastId.toString(36)}`;
  }

  #begin<Name extends StartRequest>(request: Name, name: string, body: Body<Name>): Promise<StartOutcome> {
    const { requests, startedHere } = this.#deps;
    const key = instanceKey(name, body.InstanceId);
    const wasStartedHere = startedHere.has(key);
    startedHere.add(key);
    const read = (message: TradingMessage): StartOutcome | undefined => {
      const outcome = startOutcome(message, name, body.InstanceId);
      if (outcome?.ok === false && !wasStartedHere) startedHere.delete(key);
      return outcome;
    };
    return requests.send<Name, StartOutcome>(request, body, read, refused);
  }
}

/** Other updates of the run may come before the answer. */
const isSchedule = (shown: ScheduleTerms | null, set: ScheduleTerms | null): boolean =>
  shown === null || set === null ? shown === set : shown.IsOn === set.IsOn && hasSameTimes(shown, set);

/** The server answers a start with an update of the instance, or with a refusal. */
function startOutcome(message: TradingMessage, name: string, instanceId: string): StartOutcome | undefined {
  switch (message.name) {
    case 'strategyStatusUpdate':
    case 'backtestingStarted':
    case 'strategyStarted':
      return message.body.Name === name && message.body.Instance.InstanceId === instanceId
        ? { ok: true, instanceId }
        : undefined;
    case 'strategyRefused':
      return message.body.InstanceId === instanceId ? refused(message.body.Message) : undefined;
    default:
      return undefined;
  }
}
