import { err, ok, type Result } from '../../../domain/assert/assert.ts';
import { arePassed } from '../../../domain/strategy/gates/verdict.ts';
import type { Body } from '../../../protocol/index.ts';
import { publicById } from '../library/public-strategies.ts';
import { queuedWorker } from '../optimizations/queued-worker.ts';
import type { StrategyServiceParts } from '../parts.ts';
import type { PushListeners } from '../push-listeners.ts';
import { faultText } from '../runs/backtest-run.ts';
import type { BacktestQueue } from '../runs/backtest-queue.ts';
import { limitsOf, type StartParameters } from '../runs/new-instance.ts';
import type { RunStrategy } from '../runs/instance-preparation.ts';
import { UserQueue } from '../user-queue.ts';
import { codeKeyOf, subjectOf } from './check-subject.ts';
import { savedProgram } from '../saved-program.ts';
import { areGatesRequired } from './gate-requirement.ts';
import type { GateJob } from './gate-runs.ts';
import type { StrategyChecks, StrategyGates, WireGateCheck } from './gate-service.ts';
import { RunningCheck } from './running-check.ts';
import { readGateCheck } from './wire-check.ts';

/** Kept checks of a strategy that are listed. */
const MAX_LISTED_CHECKS = 20;
/** Maximum time that the stop of the server waits, ms. */
const CLOSE_MS = 2_000;

const MESSAGE_CHARACTERS = 2_000;

const CLOSED_TEXT = 'The server is not taking starts now; try again in a moment.';
const RUNNING_TEXT = 'One check runs at a time. Cancel the running one first.';
const REQUIRED_TEXT = 'Live starts need passed checks on this server.';
const HOW_TEXT = 'Run "Checks before a live start" in the start dialog with this code and these settings.';

type Start = Body<'startStrategyGates'>;
type CheckedCode = Pick<RunStrategy, 'strategyId' | 'name' | 'code' | 'version'>;

interface GateChecksParts extends StrategyServiceParts {
  readonly listeners: PushListeners;
  readonly queue: BacktestQueue;
}

/** Checks strategies before a live start: one check of a user at a time, each backtest behind those of all users. */
export class GateChecks implements StrategyGates {
  readonly #parts: GateChecksParts;
  /** Starts of a user one after the other. */
  readonly #starts = new UserQueue();
  /** By user. */
  readonly #running = new Map<string, RunningCheck>();
  #isClosed = false;

  constructor(parts: GateChecksParts) {
    this.#parts = parts;
  }

  /** Ends the checks that run, without a result. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const running = [...this.#running.values()];
    for (const check of running) check.cancel();
    await Promise.race([
      Promise.all(running.map(({ done }) => done)),
      new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref()),
    ]);
  }

  async checks(userId: string, request: Body<'requestStrategyGates'>): Promise<StrategyChecks> {
    const isRequired = await this.#isRequired();
    const strategy = await this.#strategyOf(userId, request);
    if (!strategy.ok) return { codeKey: '', isRequired, checks: [] };
    const stored = await this.#parts.store.gateChecks(userId, keyOf(strategy.value), MAX_LISTED_CHECKS);
    const running = this.#running.get(userId)?.check;
    const isOfStrategy = running?.Name === request.Name && running.StrategyId === request.StrategyId;
    return {
      codeKey: codeKeyOf(strategy.value.code),
      isRequired,
      checks: [
        ...(isOfStrategy ? [running] : []),
        ...stored.flatMap((row) =>
          isOfStrategy && row.checkId === running.CheckId ? [] : (readGateCheck(row) ?? []),
        ),
      ],
    };
  }

  begin(userId: string, start: Start): Promise<string | undefined> {
    return this.#starts.run(userId, () => this.#begin(userId, start));
  }

  async cancel(userId: string, checkId: string): Promise<string | undefined> {
    const running = this.#running.get(userId);
    if (running?.check.CheckId !== checkId) return 'The check is not running';
    running.cancel();
    await running.done;
    return undefined;
  }

  /** Why a live start is refused for want of passed checks, as text for the user; undefined when it may start. */
  async startProblem(
    userId: string,
    strategy: CheckedCode,
    start: StartParameters,
  ): Promise<string | undefined> {
    if (!(await this.#isRequired())) return undefined;
    const subject = subjectOf(codeKeyOf(strategy.code), start);
    const stored = await this.#parts.store.gateCheck(userId, keyOf(strategy), subject);
    const check = stored && readGateCheck(stored);
    const reason = check === undefined ? HOW_TEXT : missingPass(check);
    return reason === undefined ? undefined : `${REQUIRED_TEXT} ${reason}`.slice(0, MESSAGE_CHARACTERS);
  }

  #isRequired(): Promise<boolean> {
    const { system } = this.#parts;
    return system === undefined ? Promise.resolve(false) : areGatesRequired(system);
  }

  async #begin(userId: string, start: Start): Promise<string | undefined> {
    const { market, hostMs } = this.#parts;
    if (this.#isClosed) return CLOSED_TEXT;
    if (this.#running.has(userId)) return RUNNING_TEXT;
    const strategy = await this.#strategyOf(userId, start);
    if (!strategy.ok) return strategy.error;
    const period = { fromMs: start.From, toMs: Math.min(start.To, market.exchangeMs()) };
    const job = await this.#jobOf(userId, strategy.value, start, period);
    if (!job.ok) return job.error;
    const { CheckId, Name, StrategyId, Code: _code, ...terms } = start;
    const codeKey = codeKeyOf(strategy.value.code);
    const check: WireGateCheck = {
      ...{ CheckId, Name, StrategyId, State: 'Running', Message: '', CodeKey: codeKey },
      ...{ StartedAt: hostMs(), FinishedAt: null, Version: strategy.value.version },
      ...{ Symbol: job.value.description.primarySymbol, RunCount: 0, DoneCount: 0, Gates: [] },
      Terms: { ...terms, To: period.toMs },
    };
    const subject = subjectOf(codeKey, start);
    const stored = {
      userId,
      checkId: CheckId,
      ...keyOf(strategy.value),
      subject,
      startedMs: check.StartedAt,
    };
    this.#run(userId, job.value, check, stored);
    return undefined;
  }

  async #jobOf(
    userId: string,
    { code, strategyId }: CheckedCode,
    start: Start,
    period: GateJob['period'],
  ): Promise<Result<GateJob, string>> {
    const { market } = this.#parts;
    const limits = limitsOf({ ...start, InstanceId: '' }, strategyId > 0);
    if (!limits.ok) return limits;
    if (start.From >= start.To) return err('The period must end after it begins');
    if (start.From > market.exchangeMs())
      return err('The period begins after the current exchange day. Choose an earlier one.');
    const program = { code, parameters: start.Parameters };
    const described = await this.#runtimeOf(userId).describe(program);
    if (!described.ok) return err(faultText(described.error));
    const { primarySymbol } = described.value;
    if (market.instrument(primarySymbol) === undefined) return err(`Symbol not found: ${primarySymbol}`);
    return ok({ program, description: described.value, limits: limits.value, period });
  }

  #run(
    userId: string,
    job: GateJob,
    check: WireGateCheck,
    stored: ConstructorParameters<typeof RunningCheck>[3],
  ): void {
    const { market, store, hostMs, logger, queue } = this.#parts;
    const worker = queuedWorker(this.#runtimeOf(userId), queue, laneOf(userId));
    const onChange = (changed: WireGateCheck): void => {
      // A client that receives the end of a check may start the next one.
      if (changed.State !== 'Running') this.#running.delete(userId);
      this.#push(userId, changed);
    };
    this.#running.set(
      userId,
      new RunningCheck({ market, store, worker, hostMs, logger, onChange }, job, check, stored),
    );
    this.#push(userId, check);
  }

  /** The process of the checks of a user, which keeps the bars from one backtest to the next. */
  #runtimeOf(userId: string) {
    return this.#parts.runtime.forUser(laneOf(userId), 'backtest');
  }

  #push(userId: string, Check: WireGateCheck): void {
    this.#parts.listeners.push(userId, undefined, { name: 'strategyGatesStatus', body: { Check } });
  }

  async #strategyOf(
    userId: string,
    { Name, StrategyId, Code }: Pick<Start, 'Name' | 'StrategyId' | 'Code'>,
  ): Promise<Result<CheckedCode, string>> {
    if (StrategyId > 0) {
      const found = publicById(StrategyId);
      return found?.name === Name
        ? ok({ strategyId: found.id, name: found.name, code: found.code, version: null })
        : err('The public strategy was not found');
    }
    const { store } = this.#parts;
    if (!(await store.load(userId, Name))) return err(`Strategy "${Name}" was not found`);
    const { code } = await savedProgram(store, userId, Name, Code);
    return ok({
      ...{ strategyId: 0, name: Name, code },
      version: await store.versionOfCode(userId, Name, Code),
    });
  }
}

/** Why a check does not allow a live start; undefined when it does. */
function missingPass({ State, Message, Gates }: WireGateCheck): string | undefined {
  if (State !== 'Completed') return `The check of this code with these settings could not be run: ${Message}`;
  if (arePassed(Gates.map(({ Gate, Verdict }) => ({ gate: Gate, verdict: Verdict })))) return undefined;
  // Without a failure there were no orders to compare, which the first one says.
  const reason = Gates.find(({ Verdict }) => Verdict === 'Failed') ?? Gates[0];
  return `The check of this code with these settings did not pass: ${reason?.Text ?? ''}`;
}

const laneOf = (userId: string): string => `${userId} checks`;
const keyOf = ({ name, strategyId }: Pick<CheckedCode, 'name' | 'strategyId'>) => ({
  name: strategyId > 0 ? null : name,
  strategyId,
});
