import type { BacktestQueue } from '../runs/backtest-queue.ts';
import type { BacktestEnd, UserRuntime } from '../runtime/types.ts';
import type { SetWorker } from './engine/set-runner.ts';

/** A worker whose runs wait for their turn behind the backtests of all users. `lane`: one of its runs at a time. */
export function queuedWorker(
  runtime: Pick<UserRuntime, 'backtest'>,
  queue: BacktestQueue,
  lane: string,
): SetWorker {
  return {
    backtest(job, events) {
      const turn = queue.enterBackground(lane);
      let cancel = (): void => turn.leave();
      const run = async (): Promise<BacktestEnd> => {
        if (!(await turn.granted)) return { outcome: 'cancelled' };
        try {
          const running = runtime.backtest(job, events);
          cancel = () => running.cancel();
          return await running.done;
        } finally {
          turn.release();
        }
      };
      return { done: run(), cancel: () => cancel() };
    },
  };
}
