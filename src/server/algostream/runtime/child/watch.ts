import type { StrategyFault } from '../types.ts';
import type { Box } from './box.ts';

const CHECK_EVERY_MS = 50;
/** Code that took too much memory mostly dies with its isolate; sometimes its thread survives and takes more. */
const MEMORY_GRACE_MS = 250;

/** Why a process must go: an isolate that cannot be stopped, or memory that cannot be got back. */
export type LossOfControl = 'stuck' | 'memory';

/** Limits of the code in an isolate. Times in ms. */
export interface WatchOptions {
  /** Processor time that a run may take without reaching the next row. */
  readonly stuckMs: number;
  /** How long an isolate may take to die before the whole process goes with it. */
  readonly graceMs: number;
  readonly memoryMb: number;
  /** [0] is the row that the run has come to. */
  readonly progress?: Float64Array;
  /** Called at each check with the row that the run has come to. */
  onCheck?(row: number): void;
  /** Called before the fault of this run is reported: nothing else in this process can be relied on. */
  onLost(loss: LossOfControl): void;
}

export type Watched = { readonly value: unknown } | { readonly fault: StrategyFault };

const runtimeFault = (message: string): Watched => ({
  fault: { kind: 'runtime', message, line: 0, column: 0 },
});

/** Waits for work in an isolate, and stops it when it makes no progress. */
export async function watch(
  box: Box,
  work: Promise<unknown>,
  { stuckMs, graceMs, memoryMb, progress, onCheck, onLost }: WatchOptions,
): Promise<Watched> {
  const stuckFault = runtimeFault(`the code ran for ${stuckMs / 1000} s without reaching the next bar`);
  const memoryFault = runtimeFault(`the code needs more than ${memoryMb} MB of memory`);
  let row = progress?.[0] ?? 0;
  let cpuNs = cpuOf(box);
  let isStuck = false;
  let dyingSinceMs = 0;
  let timer: NodeJS.Timeout | undefined;
  const lost = new Promise<Watched>((resolve) => {
    timer = setInterval(() => {
      const nowMs = performance.now();
      if (box.isolate.isDisposed) {
        dyingSinceMs ||= nowMs;
        if (nowMs - dyingSinceMs <= (isStuck ? graceMs : MEMORY_GRACE_MS)) return;
        clearInterval(timer);
        onLost(isStuck ? 'stuck' : 'memory');
        resolve(isStuck ? stuckFault : memoryFault);
        return;
      }
      const nowRow = progress?.[0] ?? 0;
      onCheck?.(nowRow);
      if (nowRow !== row) {
        row = nowRow;
        cpuNs = cpuOf(box);
      } else if (Number(cpuOf(box) - cpuNs) / 1e6 > stuckMs) {
        isStuck = true;
        box.dispose();
      }
    }, CHECK_EVERY_MS);
  });
  try {
    return await Promise.race([work.then((value): Watched => ({ value })), lost]);
  } catch (problem) {
    const message = problem instanceof Error ? problem.message : '';
    if (isStuck) return stuckFault;
    if (message.includes('memory limit') || message.includes('allocation failed')) return memoryFault;
    if (message.includes('disposed')) return runtimeFault('the run was ended');
    return runtimeFault(message.slice(0, 500) || 'the code failed');
  } finally {
    clearInterval(timer);
  }
}

/** A box that is gone has no clock. */
function cpuOf({ isolate }: Box): bigint {
  try {
    return isolate.cpuTime;
  } catch {
    return 0n;
  }
}
