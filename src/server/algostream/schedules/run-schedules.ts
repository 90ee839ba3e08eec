import { newYorkDate, newYorkMinutes } from '../../../domain/calendar/new-york-time.ts';
import { isStrategyRunning } from '../../../domain/strategy/enumerations.ts';
import { minuteText } from '../../../domain/strategy/intervals.ts';
import { scheduleProblem, windowAt } from '../../../domain/strategy/run-schedule.ts';
import type { Body } from '../../../protocol/index.ts';
import type { InstanceKey, StoredInstance } from '../../storage/strategy-store.ts';
import type { StrategyServiceParts } from '../parts.ts';
import type { PushListeners } from '../push-listeners.ts';
import type { ActiveRuns } from '../runs/active-runs.ts';
import { drawnIn, RunLog } from '../runs/run-report.ts';
import type { RunRecord } from '../runs/run-record.ts';
import type { StrategyAlerts } from '../runs/strategy-alerts.ts';
import type { Runner, WireInstance } from '../service.ts';
import { instanceOf } from '../stored.ts';
import type { UserQueue } from '../user-queue.ts';
import { FailureNotices } from './failure-notices.ts';
import { missedWindow, newSchedule, nextOf, type WireSchedule } from './schedule-state.ts';
import { StepTurns } from './step-turns.ts';

/** How often the clock of the exchange is compared with the next start or stop, ms. */
const CHECK_EVERY_MS = 500;
/** A failure of the database is tried again after this time, ms. */
const RETRY_AFTER_MS = 60_000;
/** From here on a start says in the log that it is late, ms. */
const LATE_FROM_MS = 60_000;
/** The clock of a replay that is moved back makes every next time a wrong one. */
const MOVED_BACK_MS = 1_000;
const MESSAGE_CHARACTERS = 2_000;

const NOT_FOUND_TEXT = 'The instance was not found';
const NOT_LIVE_TEXT = 'Only a live run has a schedule.';

/** A live run with a schedule, and what the schedule needs of it. */
interface ScheduledRun {
  readonly stored: StoredInstance;
  readonly instance: WireInstance;
  readonly schedule: WireSchedule;
}

/** Runs and the way to start one. */
interface ScheduleRuns {
  readonly runs: Pick<ActiveRuns, 'record' | 'stop' | 'isIdle' | 'done'>;
  /** Starts a stored live run within the queue of its user, as by hand; resolves with the reason of a refusal. The note is the first line of its log. */
  startScheduled(
    stored: StoredInstance,
    instance: WireInstance,
    note: { readonly text: string; readonly schedule: WireSchedule },
  ): Promise<string | undefined>;
}

interface Followed {
  readonly key: InstanceKey;
  /** Exchange UTC ms. */
  nextMs: number;
}

type Parts = Pick<StrategyServiceParts, 'store' | 'market' | 'logger'>;
interface Services {
  readonly listeners: Pick<PushListeners, 'push'>;
  readonly userQueue: UserQueue;
  readonly alerts: Pick<StrategyAlerts, 'publish'>;
}

const keyText = ({ userId, name, instanceId }: InstanceKey): string =>
  JSON.stringify([userId, name, instanceId]);
const keyOf = ({ userId, name, instanceId }: InstanceKey): InstanceKey => ({ userId, name, instanceId });
const clockText = (ms: number): string => minuteText(newYorkMinutes(ms));

/** Starts and stops live runs at the times that their users have set, by the clock of the exchange. */
export class RunSchedules {
  readonly #parts: Parts;
  readonly #services: Services;
  readonly #followed = new Map<string, Followed>();
  #runs: ScheduleRuns | undefined;
  #timer: NodeJS.Timeout | undefined;
  #checkedMs = -Infinity;
  readonly #turns = new StepTurns();
  readonly #notices: FailureNotices;

  constructor(parts: Parts, services: Services) {
    this.#parts = parts;
    this.#services = services;
    this.#notices = new FailureNotices(services.alerts);
  }

  /** Follows the schedules of all users from now on. Starts and stops that were missed are made up for, or reported. */
  async open(runs: ScheduleRuns): Promise<void> {
    this.#runs = runs;
    for (const stored of await this.#parts.store.scheduled()) this.#follow(keyOf(stored), -Infinity);
    this.#timer = setInterval(() => this.#check(), CHECK_EVERY_MS).unref();
    this.#check();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#notices.close();
    this.#runs = undefined;
  }

  /** Follows the schedule of a run that was started by hand with it. */
  onStarted(key: InstanceKey, schedule: WireSchedule | null): void {
    this.#followed.delete(keyText(key));
    if (schedule?.Next) this.#follow(key, schedule.Next.At);
  }

  /** Sets or removes the schedule of a live run; resolves with the reason of a refusal. */
  set(runner: Runner, body: Body<'setStrategySchedule'>): Promise<string | undefined> {
    return this.#services.userQueue.run(runner.userId, () => this.#set(runner, body));
  }

  async #set({ userId, account }: Runner, body: Body<'setStrategySchedule'>): Promise<string | undefined> {
    const { store, logger, market } = this.#parts;
    const key = { userId, name: body.Name, instanceId: body.InstanceId };
    const stored = await store.instance(key);
    const instance = stored && instanceOf(stored, logger);
    if (!instance || instance.Account !== account) return NOT_FOUND_TEXT;
    if (instance.BacktestFrom !== null) return NOT_LIVE_TEXT;
    const { Schedule: terms } = body;
    const problem = terms && scheduleProblem(terms);
    if (problem !== null) return `${problem}.`;
    const Schedule = terms && newSchedule(terms, market.exchangeMs());
    await this.#change(key, { Schedule });
    this.onStarted(key, Schedule);
    return undefined;
  }

  #follow(key: InstanceKey, nextMs: number): void {
    this.#followed.set(keyText(key), { key, nextMs });
  }

  #check(): void {
    const nowMs = this.#parts.market.exchangeMs();
    if (nowMs < this.#checkedMs - MOVED_BACK_MS)
      for (const followed of this.#followed.values()) followed.nextMs = -Infinity;
    this.#checkedMs = nowMs;
    for (const followed of this.#followed.values()) if (followed.nextMs <= nowMs) this.#queueStep(followed);
  }

  /** Carries out what is due once the user's earlier commands are done. */
  #queueStep(followed: Followed): void {
    followed.nextMs = Infinity;
    const { key } = followed;
    this.#turns.add(key.userId, () =>
      this.#services.userQueue
        .run(key.userId, () => this.#step(followed))
        .catch((error: unknown) => {
          followed.nextMs = this.#parts.market.exchangeMs() + RETRY_AFTER_MS;
          this.#parts.logger.error({ err: error, instance: key }, 'the schedule of a strategy failed');
        }),
    );
  }

  async #step(followed: Followed): Promise<void> {
    const { key } = followed;
    // Replaced or removed while this waited, or the server stops.
    if (this.#followed.get(keyText(key)) !== followed || this.#runs === undefined) return;
    const run = await this.#read(key);
    if (run === undefined) return void this.#followed.delete(keyText(key));
    const nowMs = this.#parts.market.exchangeMs();
    const { Next } = run.schedule;
    if (Next?.Action === 'Stop' && Next.At <= nowMs) await this.#stop(key, Next.At);
    const missed = missedWindow(run.schedule, nowMs);
    if (missed !== null)
      await this.#fail(
        run,
        nowMs,
        `No start on ${newYorkDate(missed.startMs)}: ${clockText(missed.startMs)} to ${clockText(missed.stopMs)} passed while the server was not running, or the clock of its market was moved.`,
      );
    const window = windowAt(run.schedule, nowMs);
    if (window !== null && window.startMs !== run.schedule.LastStart)
      await this.#start(run, window.startMs, nowMs);
    await this.#advance(followed, nowMs);
  }

  /** Stores what comes next after the moment that the step was made for: what has become due since is the next step. */
  async #advance(followed: Followed, nowMs: number): Promise<void> {
    const run = await this.#read(followed.key);
    if (run === undefined) return void this.#followed.delete(keyText(followed.key));
    const Next = nextOf(run.schedule, nowMs);
    if (Next?.Action !== run.schedule.Next?.Action || Next?.At !== run.schedule.Next?.At)
      await this.#change(followed.key, { Schedule: { ...run.schedule, Next } });
    followed.nextMs = Next?.At ?? Infinity;
  }

  async #read(key: InstanceKey): Promise<ScheduledRun | undefined> {
    const stored = await this.#parts.store.instance(key);
    const instance =
      this.#runs?.runs.record(key)?.instance ?? (stored && instanceOf(stored, this.#parts.logger));
    const schedule = instance?.Schedule;
    return stored && instance && schedule?.IsOn === true ? { stored, instance, schedule } : undefined;
  }

  async #stop(key: InstanceKey, atMs: number): Promise<void> {
    const record = this.#runs?.runs.record(key);
    if (!record || !isStrategyRunning(record.instance.Status)) return;
    const text = `Stopped by its schedule (${clockText(atMs)}).`;
    record.addLog({ lines: [{ timeMs: this.#parts.market.exchangeMs(), text }], dropped: 0 });
    await this.#runs?.runs.stop(key);
    await this.#change(key, { Message: text });
  }

  /** Starts the run once for this start time, whatever comes of it. A run that its user has started already only counts as started. */
  async #start(run: ScheduledRun, startMs: number, nowMs: number): Promise<void> {
    const { stored, instance } = run;
    const key = keyOf(stored);
    const schedule = { ...run.schedule, LastStart: startMs, Problem: '', Next: nextOf(run.schedule, nowMs) };
    if (!(await this.#runs?.runs.isIdle(key))) return this.#change(key, { Schedule: schedule });
    const lateMs = nowMs - startMs;
    const text =
      lateMs < LATE_FROM_MS
        ? `Started by its schedule (${clockText(startMs)}).`
        : `Started by its schedule ${lateText(lateMs)} late: the server was not running at ${clockText(startMs)}, or the clock of its market was moved.`;
    const refusal = await this.#runs?.startScheduled(stored, instance, { text, schedule });
    if (refusal !== undefined) return this.#fail({ ...run, schedule }, nowMs, failureText(startMs, refusal));
    const record = this.#runs?.runs.record(key);
    if (record) void this.#runs?.runs.done(key)?.then(() => this.#onEnded(key, record, startMs));
  }

  /** A run that ended before its code ran has not started: an end after that has a notice. */
  #onEnded(key: InstanceKey, { instance, stopNotice }: RunRecord, startMs: number): void {
    const { Status, Message } = instance;
    if (stopNotice !== '' || (Status !== 'RuntimeError' && Status !== 'SyntaxError')) return;
    this.#services.userQueue
      .run(key.userId, async () => {
        const run = await this.#read(key);
        if (run?.schedule.LastStart === startMs)
          await this.#fail(run, this.#parts.market.exchangeMs(), failureText(startMs, Message));
      })
      .catch((error: unknown) =>
        this.#parts.logger.error({ err: error, instance: key }, 'a failed scheduled start is not reported'),
      );
  }

  /** Reports a start that was not made: with the run, in its log, and as a notification, which failures of the same minute share. It is not tried again before the next start time. */
  async #fail({ stored, instance, schedule }: ScheduledRun, nowMs: number, text: string): Promise<void> {
    const { logger, store } = this.#parts;
    const key = keyOf(stored);
    logger.warn({ instance: key, account: stored.account }, text);
    await this.#change(key, { Schedule: { ...schedule, Problem: text.slice(0, MESSAGE_CHARACTERS) } });
    const report = await store.report(key);
    const log = new RunLog(report);
    log.add({ lines: [{ timeMs: nowMs, text }], dropped: 0 });
    await store.putReport(key, {
      equity: report?.equity ?? null,
      log: log.toJson(report ? drawnIn(report) : null),
    });
    this.#notices.add({
      userId: key.userId,
      account: stored.account,
      strategy: key.name,
      instanceId: key.instanceId,
      symbol: instance.PrimarySymbol,
      timeMs: nowMs,
      text,
    });
  }

  /** Changes an instance, whether it runs or not: stored first, then pushed. */
  async #change(key: InstanceKey, change: Partial<WireInstance>): Promise<void> {
    const { store, logger } = this.#parts;
    const record = this.#runs?.runs.record(key);
    if (record) {
      record.keep(change);
      return record.stored();
    }
    const stored = await store.instance(key);
    const before = stored && instanceOf(stored, logger);
    if (!stored || !before) return;
    const Instance = { ...before, ...change };
    await store.setInstance(key, {
      status: stored.status,
      body: JSON.stringify(Instance),
      isScheduled: Instance.Schedule?.IsOn === true,
    });
    this.#services.listeners.push(key.userId, stored.account, {
      name: 'strategyStatusUpdate',
      body: { Name: key.name, StrategyId: stored.strategyId, Instance },
    });
  }
}

const failureText = (startMs: number, reason: string): string =>
  `The scheduled start at ${clockText(startMs)} failed: ${reason}`;

function lateText(lateMs: number): string {
  const minutes = Math.floor(lateMs / 60_000);
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
