import { useState, type FormEvent } from 'react';
import { settleParameters, studyById } from '../../../src/domain/studies/index.ts';
import type { ToolWindow } from '../../../src/plugin-api/index.ts';
import { Button, Checkbox, DialogActions } from '../../../src/ui/index.ts';
import styles from '../Chart.module.css';
import type { IndicatorSetting } from '../model/study-set.ts';
import type { ChartState } from '../state.ts';
import { entryOf, STUDY_ENTRIES, studyName, type StudyEntry } from './entries.ts';
import { hasProblem, settingOf, typedOf, type TypedParameters } from './study-parameters.ts';
import { StudyForm } from './StudyForm.tsx';

interface StudiesDialogProps {
  readonly present: readonly IndicatorSetting[];
  readonly close: (chosen: readonly IndicatorSetting[] | null) => void;
}

/** The parameters of every study, as text to type over. */
function typedParameters(present: readonly IndicatorSetting[]): Readonly<Record<string, TypedParameters>> {
  const settings = new Map(present.map((setting) => [setting.Id, setting]));
  return Object.fromEntries(
    STUDY_ENTRIES.map(({ id, study }) => [id, study === undefined ? {} : typedOf(study, settings.get(id))]),
  );
}

function StudiesDialog({ present, close }: StudiesDialogProps) {
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    present.map(({ Id }) => Id).filter((id) => entryOf(id) !== undefined),
  );
  const [typed, setTyped] = useState(() => typedParameters(present));
  const [currentId, setCurrentId] = useState(() => chosen[0] ?? STUDY_ENTRIES[0]?.id ?? '');
  const current = entryOf(currentId);
  const wrong = chosen.flatMap((id) => {
    const study = studyById(id);
    return study !== undefined && hasProblem(study, typed[id] ?? {}) ? [study] : [];
  });
  const choose = (id: string, isOn: boolean) => {
    setCurrentId(id);
    setChosen(isOn ? [...chosen, id] : chosen.filter((each) => each !== id));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wrong.length > 0) return;
    close(
      chosen.map((id) => {
        const study = studyById(id);
        return study === undefined ? { Id: id, Parameters: {} } : settingOf(study, typed[id] ?? {});
      }),
    );
  };
  return (
    <form onSubmit={submit}>
      <div className={styles.studies}>
        <StudyList chosen={chosen} currentId={currentId} onChoose={choose} onCurrent={setCurrentId} />
        <div className={styles.studyDetail}>
          {current === undefined ? null : (
            <StudyDetail
              entry={current}
              values={typed[current.id] ?? {}}
              onChange={(values) => setTyped({ ...typed, [current.id]: values })}
            />
          )}
        </div>
      </div>
      <p role="alert" className={styles.problem}>
        {wrong.length === 0 ? '' : `Check the numbers of ${wrong.map(({ title }) => title).join(', ')}.`}
      </p>
      <DialogActions>
        <Button
          tone="quiet"
          onClick={() => {
            if (current?.study !== undefined)
              setTyped({ ...typed, [current.id]: settleParameters(current.study) });
          }}
        >
          Defaults
        </Button>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={wrong.length > 0}>
          Ok
        </Button>
      </DialogActions>
    </form>
  );
}

interface StudyListProps {
  readonly chosen: readonly string[];
  readonly currentId: string;
  readonly onChoose: (id: string, isOn: boolean) => void;
  readonly onCurrent: (id: string) => void;
}

function StudyList({ chosen, currentId, onChoose, onCurrent }: StudyListProps) {
  return (
    <div className={styles.studyList} role="group" aria-label="Studies">
      {STUDY_ENTRIES.map(({ id, name, help }) => (
        <div key={id} className={styles.studyRow} data-current={id === currentId}>
          <Checkbox
            isLabelHidden
            label={`Show ${name}`}
            isChecked={chosen.includes(id)}
            onChange={(isOn) => onChoose(id, isOn)}
          />
          <button type="button" aria-pressed={id === currentId} title={help} onClick={() => onCurrent(id)}>
            {name}
          </button>
        </div>
      ))}
    </div>
  );
}

interface StudyDetailProps {
  readonly entry: StudyEntry;
  readonly values: TypedParameters;
  readonly onChange: (values: TypedParameters) => void;
}

function StudyDetail({ entry: { name, help, study, place }, values, onChange }: StudyDetailProps) {
  return (
    <>
      <p>
        <strong>{name}</strong>
      </p>
      <p className={styles.help}>{help}</p>
      {study === undefined ? null : <StudyForm study={study} values={values} onChange={onChange} />}
      <p className={styles.hint}>{place}</p>
    </>
  );
}

/** Lets the user choose which studies to show, and with what parameters. */
export async function openStudies(window: ToolWindow<ChartState>): Promise<void> {
  const chosen = await window.platform.dialogs.open<readonly IndicatorSetting[]>({
    title: 'Technical studies',
    width: 620,
    content: ({ close }) => <StudiesDialog present={window.getState().Indicators} close={close} />,
  });
  if (chosen !== null) window.update({ Indicators: chosen });
}

function ParametersDialog({ id, present, close }: { readonly id: string } & StudiesDialogProps) {
  const study = studyById(id);
  const [values, setValues] = useState<TypedParameters>(() =>
    study === undefined
      ? {}
      : typedOf(
          study,
          present.find(({ Id }) => Id === id),
        ),
  );
  if (study === undefined) return null;
  const isWrong = hasProblem(study, values);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWrong) close(present.map((setting) => (setting.Id === id ? settingOf(study, values) : setting)));
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      <p className={styles.help}>{study.help}</p>
      <StudyForm study={study} values={values} onChange={setValues} />
      <DialogActions>
        <Button tone="danger" onClick={() => close(present.filter(({ Id }) => Id !== id))}>
          Remove
        </Button>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={isWrong}>
          Ok
        </Button>
      </DialogActions>
    </form>
  );
}

/** The numbers of one study, as a click on its legend entry opens them. */
export async function openStudyParameters(window: ToolWindow<ChartState>, id: string): Promise<void> {
  const chosen = await window.platform.dialogs.open<readonly IndicatorSetting[]>({
    title: studyName(id),
    width: 380,
    content: ({ close }) => <ParametersDialog id={id} present={window.getState().Indicators} close={close} />,
  });
  if (chosen !== null) window.update({ Indicators: chosen });
}
