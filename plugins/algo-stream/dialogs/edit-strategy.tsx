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
import styles from './StrategyForms.module.css';
import { faultsOf, type CodeFault } from '../editor/faults.ts';
import type { StrategySource, StrategyTemplate } from '../types.ts';
import { EditModel, type EditState, type LeaveAnswer } from './edit-model.ts';

const WIDTH_PX = 1060;
const PARAMETER_ROWS = 14;
const MAX_NAME_CHARACTERS = 40;
/** Value of the choice without a template; no template has this name. */
const NO_TEMPLATE = '$none';
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
function useFaults(strategies: Platform['strategies'], name: string): readonly CodeFault[] {
  const [faults, setFaults] = useState<readonly CodeFault[]>(() => faultsOf(strategies.get(), name));
  useEffect(
    () =>
      strategies.onEvent((event) => {
        if (event.strategyId === 0 && event.name === name) setFaults(faultsOf(strategies.get(), name));
      }),
    [strategies, name],
  );
  return faults;
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

interface TemplateChoice {
  readonly template: string;
  readonly description: string | undefined;
  readonly choose: (name: string) => void;
}

/** The chosen template. Choosing one replaces code and parameters, after a confirmation when they were edited. */
function useTemplateChoice({ platform, model, templates }: Omit<EditProps, 'leave'>): TemplateChoice {
  const [template, setTemplate] = useState(NO_TEMPLATE);
  const find = (name: string) => templates.find(({ Name }) => Name === name);

  async function choose(chosen: string): Promise<void> {
    const [before, next] = [find(template), find(chosen)];
    if (isEdited(model, before) && !(await confirmTemplate(platform))) return;
    setTemplate(chosen);
    const { name } = model.get();
    model.change({
      code: next?.Code ?? '',
      parameters: next?.Parameters ?? '',
      ...(next !== undefined && (name === '' || name === before?.Name)
        ? { name: next.Name.replaceAll(',', '').slice(0, MAX_NAME_CHARACTERS) }
        : {}),
    });
  }
  return {
    template,
    description: find(template)?.Description,
    choose: (name) => void choose(name),
  };
}

function isEdited(model: EditModel, template: StrategyTemplate | undefined): boolean {
  const { code, parameters } = model.get();
  return code !== (template?.Code ?? '') || parameters !== (template?.Parameters ?? '');
}

const confirmTemplate = ({ dialogs }: Pick<ToolPlatform, 'dialogs'>): Promise<boolean> =>
  dialogs.confirm({
    title: 'Use a template',
    message: 'Replace the code and the parameters by those of the template?',
    yes: 'Replace',
    no: 'Keep',
  });

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
  const faults = useFaults(platform.strategies, name);
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

/** What the foot says of the form and of what is stored. */
function savedText({ isDirty, isNew, restoredVersion }: EditState): string {
  if (restoredVersion !== null)
    return `Modifications not saved. Version ${restoredVersion} was restored; these modifications differ from it.`;
  if (isDirty) return 'Modifications not saved';
  return isNew ? '' : 'Saved';
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
  const model = new EditModel(
    {
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
    },
    source,
  );
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
