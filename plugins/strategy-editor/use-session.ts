import { useCallback, useEffect, useRef, useState } from 'react';
import type { ToolWindow } from '../../src/plugin-api/index.ts';
import { editDeps } from '../algo-stream/dialogs/edit-deps.tsx';
import { EditModel, type EditDraft } from '../algo-stream/dialogs/edit-model.ts';
import type { StrategySource } from '../algo-stream/types.ts';
import { sourceKey, type Draft, type StrategyEditorState } from './state.ts';

type EditorWindow = ToolWindow<StrategyEditorState>;

/** What a window edits. */
export type Session =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading'; readonly name: string }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string }
  | { readonly kind: 'open'; readonly model: EditModel; readonly key: number };

const formOf = ({ Name, Code, Parameters }: Draft): StrategySource => ({
  name: Name,
  code: Code,
  parameters: Parameters,
});

/** What the modifications of a model are stored as; null without any. */
function draftOf(model: EditModel): Draft | null {
  const { name, code, parameters, isDirty, isSavedElsewhere } = model.get();
  if (!isDirty && model.stored !== null) return null;
  const { stored } = model;
  return {
    Name: name,
    Code: code,
    Parameters: parameters,
    // No text has the key "outdated": the conflict is shown again after a reload.
    Base: stored === null ? null : isSavedElsewhere ? 'outdated' : sourceKey(stored),
  };
}

/** Keeps what is typed in the window's state, so that it survives a reload and the end of the window. */
function keepDraft(tool: EditorWindow, model: EditModel): () => void {
  return model.subscribe(() => {
    const { Strategy, Draft: before } = tool.getState();
    const draft = draftOf(model);
    const name = model.storedName ?? '';
    if (name !== Strategy || JSON.stringify(draft) !== JSON.stringify(before))
      tool.update({ Strategy: name, Draft: draft });
  });
}

/** The modifications that the state has for what is stored. */
const storedDraft = (draft: Draft | null, source: StrategySource | null): EditDraft | undefined =>
  draft === null
    ? undefined
    : {
        form: formOf(draft),
        isOutdated: source !== null && draft.Base !== sourceKey(source),
      };

/** Loads what the window's state names. A draft of a strategy that was deleted becomes a new strategy. */
async function loadModel(tool: EditorWindow): Promise<EditModel> {
  const { platform } = tool;
  const { Strategy, Draft } = tool.getState();
  const deps = editDeps(platform);
  if (Strategy === '') return new EditModel(deps, null, storedDraft(Draft, null));
  await platform.strategies.load();
  const isListed = platform.strategies.get().personal.some(({ Name }) => Name === Strategy);
  if (!isListed && Draft !== null) return new EditModel(deps, null, storedDraft(Draft, null));
  if (!isListed) throw new Error(`Strategy "${Strategy}" was deleted or renamed elsewhere.`);
  const source = await platform.strategies.source(Strategy);
  return new EditModel(deps, source, storedDraft(Draft, source));
}

/** Follows saves of the strategy by other windows and clients. */
function followSaves({ platform: { strategies } }: EditorWindow, model: EditModel): () => void {
  return strategies.onSaved(({ name, originalName }) => {
    const stored = model.storedName;
    // The answer to a save of this window comes with its result.
    if (stored === null || model.get().isSaving || (originalName ?? name) !== stored) return;
    strategies.source(name).then(
      (source) => {
        if (model.storedName === stored && !model.get().isSaving) model.onSavedElsewhere(source);
      },
      // The next save compares with what is stored, and reports the conflict.
      () => {},
    );
  });
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'The strategy could not be loaded. Try again in a moment.';

/** The strategy that the window edits, and how to open another one. `open` resolves with whether it was opened: modifications are saved or given up first. */
export function useSession(tool: EditorWindow): {
  readonly session: Session;
  readonly open: (name: string | null) => Promise<boolean>;
  readonly retry: () => void;
} {
  const [session, setSession] = useState<Session>(() => initialSession(tool));
  const present = useRef<EditModel | null>(null);
  const end = useRef<() => void>(() => {});
  /** Numbers the models: the view of another one is mounted again. */
  const count = useRef(0);
  /** The name that was loaded last. */
  const loaded = useRef('');
  const load = useCallback(() => {
    end.current();
    present.current = null;
    const { Strategy, Draft } = tool.getState();
    loaded.current = Strategy;
    let isOver = false;
    end.current = () => {
      isOver = true;
    };
    setSession(initialSession(tool));
    if (Strategy === '' && Draft === null) return;
    loadModel(tool).then(
      (model) => {
        if (isOver) return;
        const ends = [keepDraft(tool, model), followSaves(tool, model)];
        end.current = () => ends.forEach((stop) => stop());
        present.current = model;
        count.current += 1;
        setSession({ kind: 'open', model, key: count.current });
      },
      (error: unknown) => {
        if (!isOver) setSession({ kind: 'failed', name: Strategy, message: messageOf(error) });
      },
    );
  }, [tool]);
  useEffect(() => {
    load();
    return () => end.current();
  }, [load]);
  // Another tool chose the strategy of this window.
  useEffect(
    () =>
      tool.subscribe(() => {
        const { Strategy, Draft } = tool.getState();
        if (present.current === null && Draft === null && Strategy !== loaded.current) load();
      }),
    [tool, load],
  );
  const open = useCallback(
    async (name: string | null): Promise<boolean> => {
      if (present.current !== null && !(await present.current.mayLeave())) return false;
      present.current = null;
      tool.update({
        Strategy: name ?? '',
        Draft: name === null ? { Name: '', Code: '', Parameters: '', Base: null } : null,
        RunId: '',
      });
      load();
      return true;
    },
    [tool, load],
  );
  return { session, open, retry: load };
}

function initialSession(tool: EditorWindow): Session {
  const { Strategy, Draft } = tool.getState();
  return Strategy === '' && Draft === null
    ? { kind: 'none' }
    : { kind: 'loading', name: Draft?.Name || Strategy };
}
