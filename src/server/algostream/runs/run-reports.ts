import type { InstanceKey, StrategyStore } from '../../storage/strategy-store.ts';
import type { RunReports } from './report-services.ts';
import { drawnIn, RunLog, storedEquity } from './run-report.ts';
import type { RunRecord } from './run-record.ts';

export function createRunReports(
  store: Pick<StrategyStore, 'report'>,
  running: (key: InstanceKey) => RunRecord | undefined,
): RunReports {
  return {
    async equity(key) {
      const record = running(key);
      if (record) return record.equity;
      const stored = await store.report(key);
      return stored ? storedEquity(stored) : null;
    },
    async log(key, from, limit) {
      const log = running(key)?.log ?? new RunLog(await store.report(key));
      return log.page(from, limit);
    },
    async annotations(key) {
      const record = running(key);
      if (record) return record.annotations;
      const stored = await store.report(key);
      return stored ? drawnIn(stored) : null;
    },
  };
}
