import { useState } from 'react';
import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import { Button, Menu } from '../../../src/ui/index.ts';
import { addLines, EMPTY_LOG, nextLine, type LogState } from '../dialogs/log-model.ts';
import type { Instance, Run } from '../types.ts';
import { saveWithoutFills, type FileWithoutFills } from './save-report.ts';
import type { Drawing } from './use-drawing.ts';

const FILES: readonly { readonly id: FileWithoutFills; readonly label: string }[] = [
  { id: 'html', label: 'HTML page' },
  { id: 'json', label: 'JSON' },
  { id: 'figures', label: 'Figures as CSV' },
];

/** The period of a run; null for what has not begun or ended. */
const periodOf = ({ BacktestFrom, BacktestTo, StartedAt, FinishedAt }: Instance) => ({
  fromMs: BacktestFrom ?? StartedAt,
  toMs: BacktestTo ?? FinishedAt,
});

/** The log of a run as it is now. Rejects when the server does not answer. */
async function readLog(
  { reports }: Pick<ToolPlatform['strategies'], 'reports'>,
  { strategy, instance }: Run,
): Promise<LogState> {
  let log = EMPTY_LOG;
  for (;;) {
    const part = await reports.log(strategy.Name, instance.InstanceId, nextLine(log));
    log = addLines(log, part);
    if (part.lines.length === 0 || nextLine(log) >= part.total) return log;
  }
}

/** Saves the report of a run without fills as a file, with the log as it is then. */
export function ExportWithoutFills({
  platform,
  run,
  drawing,
  reason,
}: {
  readonly platform: Pick<ToolPlatform, 'strategies'>;
  readonly run: Run;
  readonly drawing: Drawing;
  readonly reason: string;
}) {
  const [problem, setProblem] = useState('');
  const save = async (file: FileWithoutFills): Promise<void> => {
    setProblem('');
    try {
      const { lines } = await readLog(platform.strategies, run);
      const log = lines.map(({ Time, Text }) => ({ timeMs: Time, text: Text }));
      const annotations = drawing.kind === 'ready' ? drawing.annotations : undefined;
      saveWithoutFills(file, run, { ...periodOf(run.instance), reason, log }, annotations);
    } catch (error) {
      setProblem(`Not exported: ${error instanceof Error ? error.message : 'the server did not answer.'}`);
    }
  };
  return (
    <>
      {problem === '' ? null : <span role="alert">{problem}</span>}
      <Menu
        label="Export"
        align="end"
        trigger={<Button tone="quiet">Export</Button>}
        entries={FILES.map(({ id, label }) => ({ id, label, run: () => void save(id) }))}
      />
    </>
  );
}
