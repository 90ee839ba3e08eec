import type { ManualClock } from '../../src/client/testing/manual-clock.ts';
import type { Random } from './random.ts';

/** The delays and failures of the simulated network and server. Runs on the test's clock and its random numbers. */
export class SoakNetwork {
  readonly clock: ManualClock;
  readonly random: Random;
  /** Adds failures: refused connections, slow and lost responses. */
  hasTrouble = false;
  #timers = 0;

  constructor(clock: ManualClock, random: Random) {
    this.clock = clock;
    this.random = random;
  }

  /** Timers of the server that are pending on the clock. */
  get timerCount(): number {
    return this.#timers;
  }

  after(delayMs: number, run: () => void): void {
    this.#timers++;
    this.clock.setTimeout(() => {
      this.#timers--;
      run();
    }, delayMs);
  }

  /** True with this probability while there is trouble. */
  fails(probability: number): boolean {
    return this.hasTrouble && this.random.chance(probability);
  }

  /** Processing time of a request: usually short, sometimes longer than the client waits. */
  processingMs(): number {
    return this.fails(0.03) ? this.random.int(5_000, 45_000) : this.random.int(0, 30);
  }

  /** One direction of a connection: delivers frames in order, each after its latency. Uses one timer. */
  pipe(isPassing: () => boolean, deliver: (text: string) => void): (text: string) => void {
    const queue: { text: string; atMs: number }[] = [];
    let isRunning = false;
    let lastMs = 0;
    const deliverDue = (): void => {
      isRunning = false;
      while (queue[0] !== undefined && queue[0].atMs <= this.clock.nowMs()) {
        const next = queue.shift();
        if (next !== undefined && isPassing()) deliver(next.text);
      }
      schedule();
    };
    const schedule = (): void => {
      if (isRunning || queue[0] === undefined) return;
      isRunning = true;
      this.after(Math.max(0, queue[0].atMs - this.clock.nowMs()), deliverDue);
    };
    return (text) => {
      lastMs = Math.max(lastMs, this.clock.nowMs() + this.#latencyMs());
      queue.push({ text, atMs: lastMs });
      schedule();
    };
  }

  #latencyMs(): number {
    return this.fails(0.01) ? this.random.int(500, 3_000) : this.random.int(1, 60);
  }
}
