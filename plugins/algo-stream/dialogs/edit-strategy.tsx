import { lazy, Suspense, useEffect, useId, useMemo, useState, type FormEvent } from 'react';
import { useReadable, type ToolPlatform } from '../../../src/plugin-api/index.ts';
import { Button, keyText, LEAVE_EDITOR_KEY, Select, Skeleton, TextField } from '../../../src/ui/index.ts';
import styles from './StrategyForms.module.css';
import { faultsOf, type CodeFault } from '../editor/faults.ts';
import { useImports } from '../editor/use-imports.ts';
import type { StrategySource, StrategyTemplate } from '../types.ts';
import { editDeps } from './edit-deps.tsx';
import { EditModel } from './edit-model.ts';
import { savedText } from './saved-text.ts';
import { NO_TEMPLATE, useTemplateChoice } from './use-template-choice.ts';

const WIDTH_PX = 1060;
const PARAMETER_ROWS = 14;
const KEYS_NOTE = `Tab indents in the code; ${keyText(LEAVE_EDITOR_KEY)} lets Tab move on to the next field. ${keyText('Control+Space')} completes.`;

// The editor is the largest part of the workstation, so it is loaded only when a strategy is edited.
const CodeEditor = lazy(() => import('../editor/CodeEditor.tsx'));

type Platform = Pick<ToolPlatform, 'strategies' | 'dialogs' | 'settings'>;
interface EditProps {
  readonly platform: Platform;
  readonly model: EditModel;
  readonly templates: readonly StrategyTemplate[];
  readonly leave: () => void;
}

/** Errors of the newest run of the strategy, updated with each event of its runs. */
function useFaults(strategies: Platform['strategies'], name: string, code: string): readonly CodeFault[] {
  const [state, setState] = useState(() => strategies.get());
  useEffect(
    () =>
      strategies.onEvent((event) => {
        if (event.strategyId === 0 && event.name === name) setState(strategies.get());
      }),
    [strategies, name],
  );
  // A fault in an imported file is at its import, wherever that is now.
  return useMemo(() => faultsOf(state, name, code), [state, name, code]);
}

/** Lets the browser ask before the page closes with unsaved modifications. */
function useConfirmUnload(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const keep = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', keep);
    return () => window.removeEventListener('beforeunload', keep);
  }, [isDirty]);
}

function EditHead({ platform, model, templates }: Omit<EditProps, 'leave'>) {
  const { name, nameProblem, isNew } = useReadable(model);
  const { template, description, choose } = useTemplateChoice({ platform, model, templates });
  return (
    <div className={styles.editHead}>
      <TextField
        label="Name"
        value={name}
        onChange={(next) => model.change({ name: next })}
        error={nameProblem}
        spellCheck={false}
        maxLength={80}
        data-autofocus="end"
        {...(description === undefined ? {} : { hint: description })}
      />
      {isNew && templates.length > 0 ? (
        <Select
          label="Template"
          value={template}
          options={[
            { value: NO_TEMPLATE, label: 'None' },
            ...templates.map(({ Name }) => ({ value: Name, label: Name })),
          ]}
          onChange={choose}
        />
      ) : null}
    </div>
  );
}

function EditPanes({ platform, model }: Pick<EditProps, 'platform' | 'model'>) {
  const id = useId();
  const { name, code, parameters } = useReadable(model);
  const theme = useReadable(platform.settings, (settings) => settings.theme);
  const faults = useFaults(platform.strategies, name, code);
  const imports = useImports(platform.strategies, model.storedName ?? name, code);
  return (
    <div className={styles.editPanes}>
      <div>
        <span className={styles.label} id={`${id}-code`}>
          Code
        </span>
        <div className={styles.code} role="group" aria-labelledby={`${id}-code`}>
          <Suspense fallback={<Skeleton label="Loading the editor" rows={8} />}>
            <CodeEditor
              value={code}
              onChange={(next) => model.change({ code: next })}
              theme={theme}
              faults={faults}
              imports={imports}
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
          value={parameters}
          placeholder="name = value"
          onChange={(event) => model.change({ parameters: event.target.value })}
        />
      </div>
    </div>
  );
}

/** Opens the versions of the strategy that is edited. */
async function showVersions(platform: Platform, model: EditModel): Promise<void> {
  const name = model.storedName;
  if (name === null) return;
  const { openVersions } = await import('../versions/VersionsDialog.tsx');
  await openVersions({
    platform,
    name,
    onRestore: (version, restored) => model.onRestored(version, restored),
  });
}

function EditStrategy({ platform, model, templates, leave }: EditProps) {
  const state = useReadable(model);
  const { isDirty, isNew, isSaving } = state;
  useConfirmUnload(isDirty);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void model.save();
  };
  return (
    <form onSubmit={submit} noValidate className={styles.edit}>
      <EditHead platform={platform} model={model} templates={templates} />
      <EditPanes platform={platform} model={model} />
      <p className={styles.note}>{KEYS_NOTE}</p>
      <div className={styles.editFoot}>
        <span role="status" className={isDirty ? styles.unsaved : styles.note}>
          {savedText(state)}
        </span>
        {isNew ? null : <Button onClick={() => void showVersions(platform, model)}>Versions…</Button>}
        <Button onClick={leave}>Close</Button>
        <Button type="submit" tone="primary" disabled={isSaving} focusableWhenDisabled>
          Save
        </Button>
      </div>
    </form>
  );
}

/** Opens the editor on a strategy of the user, or on a new one (`name` null); resolves when it is closed. */
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
  const model = new EditModel(editDeps(platform), source);
  await dialogs.open<never>({
    title: model.title,
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
