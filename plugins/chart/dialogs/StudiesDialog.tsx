import { useState, type FormEvent } from 'react';
import type { ToolPlatform, ToolWindow } from '../../../src/plugin-api/index.ts';
import { Button, DialogActions } from '../../../src/ui/index.ts';
import styles from '../Chart.module.css';
import { keyOf, MAX_INDICATORS, studyIdOf, type IndicatorSetting } from '../model/indicator.ts';
import type { ChartState } from '../state.ts';
import { studyCatalogue } from '../model/study-catalogue.ts';
import { myStudiesOf, withMyStudies } from '../my-studies/my-studies.ts';
import { studyEntries, type StudyEntries } from './entries.ts';
import {
  change,
  choicesOf,
  choose,
  draftOf,
  duplicate,
  furtherName,
  problemOf,
  settingsOf,
  type StudyChoices,
} from './study-choices.ts';
import { searchStudies } from './study-search.ts';
import { StudyDetail } from './StudyDetail.tsx';
import { StudyList } from './StudyList.tsx';
import { useFavoriteStudies } from './use-favorite-studies.ts';

interface StudiesDialogProps {
  readonly platform: Pick<ToolPlatform, 'settings' | 'dialogs'>;
  readonly entries: StudyEntries;
  /** What is wrong in files of the user that are no studies for it. */
  readonly faults: readonly string[];
  readonly present: readonly IndicatorSetting[];
  readonly close: (chosen: readonly IndicatorSetting[] | null) => void;
}

/** The draft of an instance with the default numbers and style of its study. */
const plain = (key: string, { catalogue }: StudyEntries) => {
  const { typed, style } = draftOf({ Id: studyIdOf(key), Parameters: {} }, catalogue);
  return { typed, style };
};

const nameOf = (choices: StudyChoices, entries: StudyEntries, key: string): string =>
  key === studyIdOf(key) ? entries.nameOf(key) : furtherName(choices, key);

function StudiesDialog({ platform, entries, faults, present, close }: StudiesDialogProps) {
  const [choices, setChoices] = useState(() => choicesOf(present, entries));
  const [currentKey, setCurrentKey] = useState(() => choices.chosen[0] ?? entries.all[0]?.id ?? '');
  const [query, setQuery] = useState('');
  const [favorites, setFavorite] = useFavoriteStudies(platform);
  // The order stays as it is while the dialog is open: a row would jump away under the pointer.
  const [first] = useState(favorites);
  const current = entries.get(studyIdOf(currentKey));
  const draft = choices.drafts.find(({ key }) => key === currentKey);
  const problem = problemOf(choices);
  const isFull = choices.chosen.length + choices.missing.length >= MAX_INDICATORS;
  const another = () => {
    const [next, added] = duplicate(choices, currentKey);
    setChoices(next);
    setCurrentKey(added);
  };
  const remove = () => setChoices(choose(choices, currentKey, false));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem === null) close(settingsOf(choices));
  };
  return (
    <form onSubmit={submit}>
      <div className={styles.studies}>
        <StudyList
          entries={searchStudies(entries.all, query, first)}
          query={query}
          faults={faults}
          choices={choices}
          currentKey={currentKey}
          favorites={favorites}
          onQuery={setQuery}
          onChoose={(key, isOn) => {
            setCurrentKey(key);
            setChoices(choose(choices, key, isOn));
          }}
          onCurrent={setCurrentKey}
          onFavorite={setFavorite}
        />
        <div className={styles.studyDetail}>
          {current === undefined || draft === undefined ? null : (
            <StudyDetail
              name={nameOf(choices, entries, currentKey)}
              entry={current}
              draft={draft}
              onChange={(next) => setChoices(change(choices, currentKey, next))}
              onAnother={isFull ? null : another}
              onRemove={choices.chosen.includes(currentKey) ? remove : null}
            />
          )}
        </div>
      </div>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <DialogActions>
        <Button
          tone="quiet"
          onClick={() => setChoices(change(choices, currentKey, plain(currentKey, entries)))}
        >
          Defaults
        </Button>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={problem !== null}>
          Ok
        </Button>
      </DialogActions>
    </form>
  );
}

/** Lets the user choose which studies to show, how, and with what parameters. */
export async function openStudies(window: ToolWindow<ChartState>): Promise<void> {
  const { platform } = window;
  const mine = myStudiesOf(platform);
  await mine.load();
  const entries = studyEntries(withMyStudies(studyCatalogue(platform.studies), mine));
  const chosen = await platform.dialogs.open<readonly IndicatorSetting[]>({
    title: 'Technical studies',
    width: 680,
    content: ({ close }) => (
      <StudiesDialog
        platform={platform}
        entries={entries}
        faults={mine.faults}
        present={window.getState().Indicators}
        close={close}
      />
    ),
  });
  if (chosen !== null) window.update({ Indicators: chosen });
}

/** The settings of one instance, as a click on its legend entry opens them. */
export async function openStudyParameters(window: ToolWindow<ChartState>, key: string): Promise<void> {
  const { StudySettings, settingsTitle } = await import('./StudySettings.tsx');
  const { platform } = window;
  const entries = studyEntries(withMyStudies(studyCatalogue(platform.studies), myStudiesOf(platform)));
  const chosen = await window.platform.dialogs.open<readonly IndicatorSetting[]>({
    title: settingsTitle(key, entries),
    width: 380,
    content: ({ close }) => (
      <StudySettings
        entries={entries}
        setting={window.getState().Indicators.find((each) => keyOf(each) === key)}
        present={window.getState().Indicators}
        close={close}
      />
    ),
  });
  if (chosen !== null) window.update({ Indicators: chosen });
}
