import { lazy, Suspense, useEffect, useId, useState, type FormEvent } from 'react';
import { useReadable, type ToolPlatform } from '../../../src/plugin-api/index.ts';
import {
  Button,
  DialogActions,
  keyText,
  LEAVE_EDITOR_KEY,
  Select,
  Skeleton,
  TextField,
} from '../../../src/ui/index.ts';
import styles from '../AlgoStream.module.css';
import { faultsOf, type CodeFault } from '../editor/faults.ts';
import type { StrategySource, StrategyTemplate } from '../types.ts';
import { createEditModel, type EditModel, type LeaveAnswer } from './edit-model.ts';

const WIDTH_PX = 1060;
const PARAMETER_ROWS = 14;
/** No template has such a name. */
const NO_TEMPLATE = '$none';
const KEYS_NOTE = `Tab indents in the code; ${keyText(LEAVE_EDITOR_KEY)} lets Tab move on to the next field. ${keyText('Control+Space')} completes.`;

// The editor is the heaviest part of the desk: it comes when somebody writes.
const CodeEditor = lazy(() => import('../editor/CodeEditor.tsx'));

type Platform = Pick<ToolPlatform, 'strategies' | 'dialogs' | 'settings'>;
interface EditProps {
  readonly platform: Platform;
  readonly model: EditModel;
  readonly templates: readonly StrategyTemplate[];
  readonly leave: () => void;
}

function EditStrategy({ platform, model, templates, leave }: EditProps) {
  const id = useId();
  const state = useReadable(model);
  const theme = useReadable(platform.settings, (settings) => settings.theme);
  const { name, isNew } = state;
  const [template, setTemplate] = useState(NO_TEMPLATE);
  const [faults, setFaults] = useState<readonly CodeFault[]>(() => faultsOf(platform.strategies.get(), name));
  useEffect(
    () =>
      platform.strategies.onEvent((event) => {
        if (event.strategyId === 0 && event.name === name)
          setFaults(faultsOf(platform.strategies.get(), name));
      }),
    [platform, name],
  );

  // Who closes the tab, or leaves the desk, is asked as well: by the browser, in its own words.
  useEffect(() => {
    if (!state.isDirty) return;
    const keep = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', keep);
    return () => window.removeEventListener('beforeunload', keep);
  }, [state.isDirty]);

  async function choose(chosen: string) {
    const found = templates.find((each) => each.Name === chosen);
    const before = templates.find((each) => each.Name === template);
    const isTouched = state.code !== (before?.Code ?? '') || state.parameters !== (before?.Parameters ?? '');
    if (
      isTouched &&
      !(await platform.dialogs.confirm({
        title: 'Use a template',
        message: 'Replace the code and the parameters by those of the template?',
        yes: 'Replace',
        no: 'Keep',
      }))
    )
      return;
    setTemplate(chosen);
    model.change({
      code: found?.Code ?? '',
      parameters: found?.Parameters ?? '',
      ...(found !== undefined && (name === '' || name === before?.Name)
        ? { name: found.Name.replaceAll(',', '').slice(0, 40) }
        : {}),
    });
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void model.save();
  };
  const help = templates.find((each) => each.Name === template)?.Description;
  return (
    <form onSubmit={submit} noValidate className={styles.edit}>
      <div className={styles.editHead}>
        <TextField
          label="Name"
          value={name}
          onChange={(next) => model.change({ name: next })}
          error={state.nameProblem}
          spellCheck={false}
          maxLength={80}
          data-autofocus="end"
          {...(help === undefined ? {} : { hint: help })}
        />
        {isNew && templates.length > 0 ? (
          <Select
            label="Template"
            value={template}
            options={[
              { value: NO_TEMPLATE, label: 'None' },
              ...templates.map((each) => ({ value: each.Name, label: each.Name })),
            ]}
            onChange={(chosen) => {
              void choose(chosen);
            }}
          />
        ) : null}
      </div>
      <div className={styles.editPanes}>
        <div>
          <span className={styles.label} id={`${id}-code`}>
            Code
          </span>
          <div className={styles.code} role="group" aria-labelledby={`${id}-code`}>
            <Suspense fallback={<Skeleton label="Loading the editor" rows={8} />}>
              <CodeEditor
                value={state.code}
                onChange={(code) => model.change({ code })}
                theme={theme}
                faults={faults}
              />
            </Suspense>
          </div>
        </div>
        <div>
          <label className={styles.label} htmlFor={`${id}-parameters`}>
            Parameters
          </label>
          <textarea
            id={`${id}-parameters`}
            className={`${styles.area} ${styles.parameters}`}
            rows={PARAMETER_ROWS}
            spellCheck={false}
            value={state.parameters}
            placeholder="name = value"
            onChange={(event) => model.change({ parameters: event.target.value })}
          />
        </div>
      </div>
      <p className={styles.note}>{KEYS_NOTE}</p>
      <div className={styles.editFoot}>
        <span role="status" className={state.isDirty ? styles.unsaved : styles.note}>
          {state.isDirty ? 'Modifications not saved' : isNew ? '' : 'Saved'}
        </span>
        <Button onClick={leave}>Close</Button>
        <Button type="submit" tone="primary" disabled={state.isSaving} focusableWhenDisabled>
          Save
        </Button>
      </div>
    </form>
  );
}

/** Whether modifications are saved before the dialog is left; null = stay. */
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

/** Opens the editor on an own strategy, or on a new one; resolves when it is closed. */
export async function editStrategy(platform: Platform, name: string | null): Promise<void> {
  const { strategies, dialogs } = platform;
  let source: StrategySource | null = null;
  let templates: readonly StrategyTemplate[] = [];
  try {
    if (name === null) templates = await strategies.templates().catch(() => []);
    else source = await strategies.source(name);
  } catch (error) {
    await dialogs.alert({
      title: 'Edit strategy',
      message:
        error instanceof Error ? error.message : 'The strategy could not be loaded. Try again in a moment.',
    });
    return;
  }
  const model = createEditModel(
    {
      strategies,
      runCount: (of) => strategies.get().personal.find(({ Name }) => Name === of)?.Instances.length ?? 0,
      tell: (problem) => dialogs.alert(problem),
      askLeave: () => askLeave({ dialogs }),
      askOverwrite: (of) =>
        dialogs.confirm({
          title: 'Saved elsewhere',
          message: `"${of}" was saved in another window since it was opened here. Overwrite what was saved there?`,
          yes: 'Overwrite',
          no: 'Keep editing',
        }),
    },
    source,
  );
  await dialogs.open<never>({
    title: name === null ? 'New strategy' : 'Edit strategy',
    width: WIDTH_PX,
    mayLeave: () => model.mayLeave(),
    content: ({ close }) => (
      <EditStrategy
        platform={platform}
        model={model}
        templates={templates}
        leave={() => {
          void model.mayLeave().then((isAgreed) => {
            if (isAgreed) close(null);
          });
        }}
      />
    ),
  });
}
