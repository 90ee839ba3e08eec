import { useEffect, useState } from 'react';
import { useReadable, type ToolProps, type ToolWindow } from '../../src/plugin-api/index.ts';
import { Combobox, ErrorState, Skeleton } from '../../src/ui/index.ts';
import { EditorView } from './EditorView.tsx';
import type { StrategyEditorState } from './state.ts';
import styles from './StrategyEditor.module.css';
import { StrategyList } from './StrategyList.tsx';
import { useSession, type Session } from './use-session.ts';
import { offerActions } from './window-actions.ts';

type EditorWindow = ToolWindow<StrategyEditorState>;
type Open = (name: string | null) => Promise<boolean>;

/** The strategies of the user, by name. */
function StrategyChoice({
  tool,
  name,
  open,
}: {
  readonly tool: EditorWindow;
  readonly name: string | null;
  readonly open: Open;
}) {
  const names = useReadable(tool.platform.strategies, ({ personal }) => personal.map(({ Name }) => Name));
  return (
    <div className={styles.choice}>
      <Combobox
        label="Strategy"
        isLabelHidden
        placeholder="Choose a strategy"
        noMatch={names.length === 0 ? 'No strategies yet.' : 'No strategy has this name.'}
        value={name}
        options={names.map((value) => ({ value, label: value }))}
        onChange={(chosen) => {
          if (chosen !== null && chosen !== name) void open(chosen);
        }}
      />
    </div>
  );
}

/** A window without code: nothing is chosen, or what is chosen is loading or cannot be loaded. */
function Closed({
  tool,
  session,
  open,
  retry,
}: {
  readonly tool: EditorWindow;
  readonly session: Exclude<Session, { kind: 'open' }>;
  readonly open: Open;
  readonly retry: () => void;
}) {
  if (session.kind === 'loading') return <Skeleton label={`Loading ${session.name || 'the strategy'}`} />;
  if (session.kind === 'failed')
    return <ErrorState title="The strategy could not be loaded" text={session.message} onRetry={retry} />;
  return <StrategyList tool={tool} open={open} />;
}

/** Loads the lists of strategies, with their runs. */
function useStrategies({ platform: { strategies } }: EditorWindow): string | null {
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    strategies
      .load()
      .then(() => setProblem(null))
      .catch((error: unknown) =>
        setProblem(error instanceof Error ? error.message : 'The strategies could not be loaded.'),
      );
  }, [strategies]);
  return problem;
}

/** The code of one strategy of the user, with what belongs to it in panes beside it. */
export default function StrategyEditor({ tool }: ToolProps<StrategyEditorState>) {
  const { session, open, retry } = useSession(tool);
  const problem = useStrategies(tool);
  const isOpen = session.kind === 'open';
  useEffect(() => {
    if (isOpen) return undefined;
    return offerActions(tool, {
      create: async () => void (await open(null)),
      save: async () => {},
      run: async () => {},
    });
  }, [tool, isOpen, open]);
  const choice = (name: string | null) => <StrategyChoice tool={tool} name={name} open={open} />;
  if (session.kind === 'open')
    return (
      <EditorView
        key={session.key}
        tool={tool}
        model={session.model}
        create={() => open(null)}
        choice={choice}
      />
    );
  return (
    <div className={styles.tool}>
      <div className={styles.head}>{choice(session.kind === 'none' ? null : session.name)}</div>
      {problem === null ? null : (
        <p role="alert" className={styles.banner}>
          {problem}
        </p>
      )}
      <Closed tool={tool} session={session} open={open} retry={retry} />
    </div>
  );
}
