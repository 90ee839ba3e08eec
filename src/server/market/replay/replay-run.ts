import { ChainReading } from './chain-reading.ts';
import { DayPhases } from './day-phases.ts';
import type { HeldClock } from './held-clock.ts';
import type { Recording } from './recording.ts';
import type { ReplayClock } from './replay-clock.ts';
import type { ReplayReport } from './replay-report.ts';
import type { SessionListeners } from './session-listeners.ts';
import type { SessionPlan } from './session-plan.ts';
import type { TapePlayers } from './tape-players.ts';
import type { TurnoverRanking } from './turnover-ranking.ts';

const PUMP_MS = 20;

/** The parts of a replay that its run drives. */
export interface ReplayRunParts {
  /** Host time, ms. */
  readonly nowMs: () => number;
  /** Host time between two rounds of events, ms. */
  readonly pumpMs: number | undefined;
  readonly recording: Recording;
  readonly report: ReplayReport;
  readonly plan: SessionPlan;
  readonly clock: ReplayClock;
  /** The clock as clients see it. */
  readonly shown: HeldClock;
  readonly sessions: SessionListeners;
  readonly players: TapePlayers;
  readonly ranking: TurnoverRanking;
}

/** Plays the recording between `start` and `stop`: rounds of events, and the check of all files in the background. */
export class ReplayRun {
  readonly #parts: ReplayRunParts;
  readonly #phases: DayPhases;
  readonly #chains: ChainReading;
  #timer: NodeJS.Timeout | null = null;
  #playedMs = 0;
  #flowedMs = 0;
  #isStopped = false;
  #checking: Promise<void> | null = null;

  constructor(parts: ReplayRunParts) {
    this.#parts = parts;
    const { clock, plan, players, shown, sessions, recording, report } = parts;
    this.#chains = new ChainReading(recording.chains, report);
    this.#phases = new DayPhases(clock.session(), {
      isOpen: () => clock.isOpen(),
      nextSession: (date) => plan.next(date),
      finish: (session) => players.playTo(session, session.closeMs - 1),
      onFinished: () => shown.release(),
      publish: (phase, timeMs) => sessions.publishPhase(phase, timeMs),
    });
  }

  /** Host time, ms, of the last round that played up to a later exchange time than the rounds before it. */
  get flowedAtMs(): number {
    return this.#flowedMs;
  }

  /** Checks every file, once; resolves when that is done. */
  check(): Promise<void> {
    const { recording, plan } = this.#parts;
    this.#checking ??= recording.checkAll(plan.first.date, () => this.#isStopped);
    return this.#checking;
  }

  async start(): Promise<void> {
    const { pumpMs = PUMP_MS, ranking, clock } = this.#parts;
    this.#isStopped = false;
    this.#timer ??= setInterval(() => this.#playRound(), pumpMs);
    // Not awaited: a large folder takes seconds to rank and to check, and the market is ready before.
    ranking.symbols().catch(this.#note('the symbols could not be ranked'));
    this.check().catch(this.#note('the check of the recording failed'));
    // Orders and positions of the day need their options at once.
    await this.#chains.turnTo(clock.session().date);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#parts.players.clear();
    await this.#checking?.catch(() => undefined);
    // A later start continues with the files that are left.
    this.#checking = null;
  }

  #playRound(): void {
    const { clock, players, nowMs: hostMs } = this.#parts;
    const nowMs = clock.nowMs();
    const session = clock.session();
    this.#phases.advanceTo(session);
    void this.#chains.turnTo(session.date);
    players.playTo(session, nowMs);
    if (nowMs > this.#playedMs) this.#flowedMs = hostMs();
    this.#playedMs = nowMs;
  }

  #note(failure: string): (error: unknown) => void {
    return (error) => this.#parts.report.note(`${failure}: ${String(error)}`);
  }
}
