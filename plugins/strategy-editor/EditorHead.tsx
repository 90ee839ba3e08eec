import { useEffect, useState, type ReactNode } from 'react';
import { useReadable, useToolState, type ToolPlatform, type ToolWindow } from '../../src/plugin-api/index.ts';
import { Button, Checkbox, classNames, hintWithKey, Select, TextField } from '../../src/ui/index.ts';
import type { EditModel } from '../algo-stream/dialogs/edit-model.ts';
import { savedText } from '../algo-stream/dialogs/saved-text.ts';
import { NO_TEMPLATE, useTemplateChoice } from '../algo-stream/dialogs/use-template-choice.ts';
import type { StrategyTemplate } from '../algo-stream/types.ts';
import { runText } from './run-text.ts';
import type { StrategyEditorState } from './state.ts';
import styles from './StrategyEditor.module.css';
import type { EditorRun } from './use-run.ts';

interface EditorHeadProps {
  readonly tool: ToolWindow<StrategyEditorState>;
  readonly model: EditModel;
  readonly editorRun: EditorRun;
  readonly choice: ReactNode;
  readonly onSave: () => void;
}

/** Opens the versions of the strategy. */
async function showVersions(platform: ToolPlatform, model: EditModel): Promise<void> {
  const name = model.storedName;
  if (name === null) return;
  const { openVersions } = await import('../algo-stream/versions/VersionsDialog.tsx');
  await openVersions({
    platform,
    name,
    onRestore: (version, restored) => model.onRestored(version, restored),
  });
}

/** Lets the user give the strategy another name. */
async function rename(platform: ToolPlatform, model: EditModel): Promise<void> {
  const { renameStrategy } = await import('./rename-strategy.tsx');
  await renameStrategy(platform, model);
}

/** The name of a new strategy, and the template that it begins with. */
function NewFields({ platform, model }: { readonly platform: ToolPlatform; readonly model: EditModel }) {
  const { name, nameProblem } = useReadable(model);
  const [templates, setTemplates] = useState<readonly StrategyTemplate[]>([]);
  const { strategies } = platform;
  useEffect(() => {
    let isOver = false;
    strategies.templates().then(
      (loaded) => {
        if (!isOver) setTemplates(loaded);
      },
      // Without templates a new strategy begins empty.
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [strategies]);
  const { template, choose } = useTemplateChoice({ platform, model, templates });
  return (
    <>
      <div className={styles.name}>
        <TextField
          label="Name"
          isLabelHidden
          placeholder="Name of the new strategy"
          value={name}
          onChange={(next) => model.change({ name: next })}
          error={nameProblem}
          spellCheck={false}
          maxLength={80}
        />
      </div>
      {templates.length === 0 ? null : (
        <div className={styles.template}>
          <Select
            label="Template"
            isLabelHidden
            value={template}
            options={[
              { value: NO_TEMPLATE, label: 'No template' },
              ...templates.map(({ Name }) => ({ value: Name, label: Name })),
            ]}
            onChange={choose}
          />
        </div>
      )}
    </>
  );
}

/** What is stored, and how the run of the strategy is getting on. */
function Status({ model, editorRun }: Pick<EditorHeadProps, 'model' | 'editorRun'>) {
  const state = useReadable(model);
  const { run, isRunning, ranCode, refusal } = editorRun;
  const isOlder = ranCode !== null && ranCode !== state.code;
  return (
    <div className={styles.status}>
      <span role="status" className={classNames(state.isDirty && styles.unsaved)}>
        {savedText(state)}
      </span>
      {run !== null && isRunning ? (
        <progress aria-label="Progress of the backtest" max={1} value={run.instance.Progress} />
      ) : null}
      <span role="status" className={styles.runText} data-status={run?.instance.Status}>
        {run === null ? 'No runs yet' : `${runText(run.instance)}${isOlder ? ' (of earlier code)' : ''}`}
      </span>
      <span role="alert" className={styles.refusal}>
        {refusal ?? ''}
      </span>
    </div>
  );
}

/** The choice of the strategy, the actions on it, and its state. */
export function EditorHead({ tool, model, editorRun, choice, onSave }: EditorHeadProps) {
  const { isNew, isSaving } = useReadable(model);
  const isRunOnSave = useToolState(tool, (state) => state.RunOnSave);
  const { isRunning, start, startWithTerms, cancel } = editorRun;
  const keyOf = (command: string) => tool.platform.commands.get(`strategy-editor.${command}`)?.key;
  return (
    <>
      <div className={styles.head}>
        {choice}
        {isNew ? <NewFields platform={tool.platform} model={model} /> : null}
        <Button
          disabled={isSaving}
          focusableWhenDisabled
          title={hintWithKey('Save', keyOf('save'))}
          onClick={onSave}
        >
          Save
        </Button>
        {isNew ? null : (
          <>
            <Button onClick={() => void rename(tool.platform, model)}>Rename…</Button>
            <Button onClick={() => void showVersions(tool.platform, model)}>Versions…</Button>
          </>
        )}
        <span className={styles.gap} />
        <Checkbox
          label="Run on save"
          isChecked={isRunOnSave}
          onChange={(isOn) => tool.update({ RunOnSave: isOn })}
        />
        <Button onClick={() => void startWithTerms()}>Backtest…</Button>
        {isRunning ? (
          <Button onClick={() => void cancel()}>Cancel backtest</Button>
        ) : (
          <Button tone="primary" title={hintWithKey('Run', keyOf('run'))} onClick={() => void start()}>
            Run
          </Button>
        )}
      </div>
      <Status model={model} editorRun={editorRun} />
    </>
  );
}
