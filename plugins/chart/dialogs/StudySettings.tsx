import { useState, type FormEvent } from 'react';
import { Button, DialogActions } from '../../../src/ui/index.ts';
import styles from '../Chart.module.css';
import { keyOf, MAX_INDICATORS, ordinalOf, studyIdOf, type IndicatorSetting } from '../model/indicator.ts';
import type { StudyEntries } from './entries.ts';
import { draftOf, settingOf, withAnother, wrongOf } from './study-choices.ts';
import { StudyFields } from './StudyDetail.tsx';

interface StudySettingsProps {
  readonly entries: StudyEntries;
  /** Of the instance; undefined when it is gone. */
  readonly setting: IndicatorSetting | undefined;
  readonly present: readonly IndicatorSetting[];
  readonly close: (chosen: readonly IndicatorSetting[] | null) => void;
}

/** The title of the dialog of an instance: `EMA`, `EMA 2` for a second one. */
export const settingsTitle = (key: string, entries: StudyEntries): string =>
  `${entries.nameOf(studyIdOf(key))}${ordinalOf(key)}`;

/** The numbers and the style of one instance of a study, as a click on its legend entry opens them. */
export function StudySettings({ entries, setting, present, close }: StudySettingsProps) {
  const { catalogue } = entries;
  const [draft, setDraft] = useState(() => (setting === undefined ? null : draftOf(setting, catalogue)));
  const entry = setting === undefined ? undefined : entries.get(setting.Id);
  if (draft === null || entry === undefined) return null;
  const isWrong = wrongOf({ drafts: [draft], chosen: [draft.key], catalogue }).length > 0;
  const changed = (): readonly IndicatorSetting[] =>
    present.map((each) => (keyOf(each) === draft.key ? settingOf(draft, catalogue) : each));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWrong) close(changed());
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      <p className={styles.help}>{entry.help}</p>
      <StudyFields entry={entry} draft={draft} onChange={(next) => setDraft({ ...draft, ...next })} />
      <DialogActions>
        <Button tone="danger" onClick={() => close(present.filter((each) => keyOf(each) !== draft.key))}>
          Remove
        </Button>
        <Button
          tone="quiet"
          disabled={isWrong || present.length >= MAX_INDICATORS}
          onClick={() => close(withAnother(changed(), draft.key))}
        >
          Duplicate
        </Button>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={isWrong}>
          Ok
        </Button>
      </DialogActions>
    </form>
  );
}
