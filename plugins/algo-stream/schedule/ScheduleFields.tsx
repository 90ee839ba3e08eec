import { useId } from 'react';
import { SCHEDULE_DAYS, type ScheduleDay } from '../../../src/domain/strategy/schedule-terms.ts';
import { Checkbox, TextField } from '../../../src/ui/index.ts';
import styles from '../dialogs/StrategyForms.module.css';
import { termsOfSchedule, type ScheduleForm, type ScheduleProblems } from './schedule-form.ts';
import { firstStartText } from './schedule-labels.ts';

interface ScheduleFieldsProps {
  readonly schedule: ScheduleForm;
  readonly problems: ScheduleProblems;
  /** Exchange UTC ms. */
  readonly nowMs: number;
  readonly onChange: (schedule: ScheduleForm) => void;
}

/** The days and times at which a live run starts and stops by itself. */
export function ScheduleFields({ schedule, problems, nowMs, onChange }: ScheduleFieldsProps) {
  const change = (part: Partial<ScheduleForm>): void => onChange({ ...schedule, ...part });
  const daysProblemId = useId();
  const setDay = (day: ScheduleDay, isChosen: boolean): void =>
    change({
      days: SCHEDULE_DAYS.filter((each) => (each === day ? isChosen : schedule.days.includes(each))),
    });
  const time = (end: 'start' | 'stop', label: string) => (
    <TextField
      label={label}
      value={schedule[end]}
      inputMode="numeric"
      placeholder="HH:mm"
      maxLength={5}
      error={problems[end] ?? null}
      onChange={(text) => change({ [end]: text })}
    />
  );
  return (
    <>
      <Checkbox
        label="Start and stop at set times"
        isChecked={schedule.isOn}
        onChange={(isOn) => change({ isOn })}
      />
      <div
        role="group"
        aria-label="Days of the schedule"
        aria-describedby={problems.days === undefined ? undefined : daysProblemId}
        className={styles.radios}
      >
        {SCHEDULE_DAYS.map((day) => (
          <Checkbox
            key={day}
            label={day}
            isChecked={schedule.days.includes(day)}
            onChange={(isChosen) => setDay(day, isChosen)}
          />
        ))}
      </div>
      {problems.days === undefined ? null : (
        <p role="alert" id={daysProblemId} className={styles.problem}>
          {problems.days}
        </p>
      )}
      <div className={styles.pair}>
        {time('start', 'Scheduled start')}
        {time('stop', 'Scheduled stop')}
      </div>
      <p className={styles.note}>
        {firstStartText(termsOfSchedule(schedule), nowMs)} Times are New York time on days with a session. On
        a short day a time after the close moves with it: 15:55 becomes 12:55. A stop cancels open orders and
        keeps positions.
      </p>
    </>
  );
}
