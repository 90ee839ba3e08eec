import { useState, type FormEvent } from 'react';
import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import { Button, DialogActions } from '../../../src/ui/index.ts';
import styles from '../dialogs/StrategyForms.module.css';
import type { Run } from '../types.ts';
import { initialSchedule, scheduleProblems, termsOfSchedule } from './schedule-form.ts';
import { ScheduleFields } from './ScheduleFields.tsx';

type Platform = Pick<ToolPlatform, 'strategies' | 'dialogs' | 'exchangeMs'>;

interface ScheduleDialogProps {
  readonly platform: Platform;
  readonly run: Run;
  readonly close: () => void;
}

function ScheduleDialog({ platform, run: { strategy, instance }, close }: ScheduleDialogProps) {
  const [form, setForm] = useState(() => initialSchedule(instance.Schedule));
  const [isSending, setSending] = useState(false);
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState('');
  const problems = scheduleProblems(form);
  const save = async (): Promise<void> => {
    setSending(true);
    const terms = termsOfSchedule(form);
    const outcome = await platform.strategies.setSchedule(strategy.Name, instance.InstanceId, terms);
    setSending(false);
    if (outcome.ok) close();
    else setRefusal(outcome.message);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length === 0 && !isSending) void save();
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <ScheduleFields
        schedule={form}
        problems={isTried ? problems : {}}
        nowMs={platform.exchangeMs()}
        onChange={(next) => {
          setForm(next);
          setRefusal('');
        }}
      />
      <p className={styles.note}>
        A scheduled start uses the code and the settings of this run. Setting a schedule starts and stops
        nothing at once.
      </p>
      {instance.Schedule === null || instance.Schedule.Problem === '' ? null : (
        <p className={styles.problem}>{instance.Schedule.Problem}</p>
      )}
      <p role="alert" className={styles.problem}>
        {refusal}
      </p>
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={isSending} focusableWhenDisabled>
          Save
        </Button>
      </DialogActions>
    </form>
  );
}

/** Sets the days and times at which a live run starts and stops by itself. */
export async function openSchedule(platform: Platform, run: Run): Promise<void> {
  await platform.dialogs.open<never>({
    title: `Schedule - ${run.strategy.Name}`,
    width: 560,
    content: ({ close }) => <ScheduleDialog platform={platform} run={run} close={() => close(null)} />,
  });
}
