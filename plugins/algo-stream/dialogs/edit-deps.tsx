import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import { Button, DialogActions } from '../../../src/ui/index.ts';
import type { EditDeps, LeaveAnswer } from './edit-model.ts';
import styles from './StrategyForms.module.css';

/** Lets the user save or discard modifications before the dialog closes; null = keep it open. */
function askLeave({ dialogs }: Pick<ToolPlatform, 'dialogs'>): Promise<LeaveAnswer> {
  return dialogs.open<Exclude<LeaveAnswer, null>>({
    title: 'Modifications not saved',
    width: 380,
    content: ({ close }) => (
      <>
        <p className={styles.question}>
          The strategy has modifications that are not saved. Do you want to save them?
        </p>
        <DialogActions>
          <Button onClick={() => close(null)}>Cancel</Button>
          <Button tone="danger" onClick={() => close('discard')}>
            Don&apos;t save
          </Button>
          <Button tone="primary" data-autofocus="" onClick={() => close('save')}>
            Save
          </Button>
        </DialogActions>
      </>
    ),
  });
}

/** What the model of an edited strategy uses of the platform: its questions are dialogs. */
export function editDeps({ strategies, dialogs }: Pick<ToolPlatform, 'strategies' | 'dialogs'>): EditDeps {
  return {
    strategies,
    runCount: (strategy) =>
      strategies.get().personal.find(({ Name }) => Name === strategy)?.Instances.length ?? 0,
    showProblem: (problem) => dialogs.alert(problem),
    askLeave: () => askLeave({ dialogs }),
    askOverwrite: (strategy) =>
      dialogs.confirm({
        title: 'Saved elsewhere',
        message: `"${strategy}" was saved in another window since it was opened here. Overwrite what was saved there?`,
        yes: 'Overwrite',
        no: 'Keep editing',
      }),
  };
}
