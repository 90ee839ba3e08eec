import { renameProblem, strategyNameProblem } from '../../../src/domain/strategy/name.ts';
import { saveProblem } from '../strategy-problems.ts';
import type { ModifyOutcome, Strategies, StrategySource } from '../types.ts';

/** What the wire takes. */
const MAX_CODE_CHARACTERS = 24_000;
const MAX_PARAMETERS_CHARACTERS = 4000;
/** Of the code in a message, as UTF-8: with the parameters it must fit into one frame, or the connection is closed. Plain text of the most characters always does. */
const MAX_CODE_BYTES = 48_002;

export interface EditState extends StrategySource {
  readonly isNew: boolean;
  /** What is on screen is not what is stored. */
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** What is wrong with the name; null when nothing is. */
  readonly nameProblem: string | null;
}
/** What becomes of modifications when the dialog is left; null = it is not left. */
export type LeaveAnswer = 'save' | 'discard' | null;

export interface EditDeps {
  readonly strategies: Pick<Strategies, 'save' | 'source' | 'update'>;
  /** Runs of the strategy of this name: they stand in the way of another name. */
  readonly runCount: (name: string) => number;
  readonly tell: (problem: { readonly title: string; readonly message: string }) => Promise<void>;
  readonly askLeave: () => Promise<LeaveAnswer>;
  /** Whether what was saved elsewhere since this was loaded is to be overwritten. */
  readonly askOverwrite: (name: string) => Promise<boolean>;
}
export interface EditModel {
  get(): EditState;
  subscribe(listener: () => void): () => void;
  change(part: Partial<StrategySource>): void;
  /** Saves; true when it is stored now. */
  save(): Promise<boolean>;
  /** Whether the dialog may be left: modifications are saved or given up first. */
  mayLeave(): Promise<boolean>;
}

const EMPTY: StrategySource = { name: '', code: '', parameters: '' };
const isSame = (one: StrategySource, other: StrategySource) =>
  one.name === other.name && one.code === other.code && one.parameters === other.parameters;

/** A strategy that is written: new (`source` null), or a stored one. */
export function createEditModel(
  { strategies, runCount, tell, askLeave, askOverwrite }: EditDeps,
  source: StrategySource | null,
): EditModel {
  const listeners = new Set<() => void>();
  /** What is stored; null before the first save. */
  let stored = source;
  let state: EditState = {
    ...(source ?? EMPTY),
    isNew: source === null,
    isDirty: false,
    isSaving: false,
    nameProblem: null,
  };
  const set = (part: Partial<EditState>) => {
    const next = { ...state, ...part };
    state = { ...next, isNew: stored === null, isDirty: !isSame(next, stored ?? EMPTY) };
    for (const listener of listeners) listener();
  };

  function tooLong({ code, parameters }: StrategySource): string | null {
    if (code.length > MAX_CODE_CHARACTERS)
      return `The code has ${code.length.toLocaleString('en-US')} characters; ${MAX_CODE_CHARACTERS.toLocaleString('en-US')} are allowed. Shorten it.`;
    const bytes = new TextEncoder().encode(JSON.stringify(code)).length;
    if (bytes > MAX_CODE_BYTES)
      return `The code takes ${bytes.toLocaleString('en-US')} bytes; ${MAX_CODE_BYTES.toLocaleString('en-US')} are allowed. Letters other than a to z take two to four each: shorten comments and texts.`;
    return parameters.length > MAX_PARAMETERS_CHARACTERS
      ? `The parameters have ${parameters.length.toLocaleString('en-US')} characters; ${MAX_PARAMETERS_CHARACTERS.toLocaleString('en-US')} are allowed. Shorten them.`
      : null;
  }

  /** Whether nobody saved it elsewhere since it was loaded. One that cannot be loaded is left for the save to tell of. */
  async function isStillStored(before: StrategySource): Promise<boolean> {
    const now = await strategies.source(before.name).catch(() => before);
    return now.code === before.code && now.parameters === before.parameters;
  }

  async function save(): Promise<boolean> {
    if (state.isSaving) return false;
    const before = stored;
    const nameProblem =
      before === null
        ? strategyNameProblem(state.name)
        : renameProblem(before.name, state.name, runCount(before.name));
    set({ nameProblem });
    if (nameProblem !== null) return false;
    const sent: StrategySource = { name: state.name.trim(), code: state.code, parameters: state.parameters };
    const length = tooLong(sent);
    if (length !== null) {
      await tell({ title: 'Save Strategy Error', message: length });
      return false;
    }
    set({ isSaving: true });
    let outcome: ModifyOutcome;
    try {
      if (before !== null && !(await isStillStored(before)) && !(await askOverwrite(before.name))) {
        set({ isSaving: false });
        return false;
      }
      outcome = before === null ? await strategies.save(sent) : await strategies.update(before.name, sent);
    } catch (error) {
      outcome = {
        result: 'Failed',
        message: error instanceof Error ? error.message : 'The server did not answer. Try again in a moment.',
      };
    }
    const problem = saveProblem(sent.name, outcome);
    // What was typed meanwhile stays, and is not saved yet.
    if (problem === null) stored = sent;
    const isGone = before !== null && outcome.result === 'NotFound';
    // What was written is not lost with what it was written over.
    if (isGone) stored = null;
    set({
      isSaving: false,
      ...(problem === null && state.name.trim() === sent.name ? { name: sent.name } : {}),
    });
    if (problem !== null)
      await tell(
        isGone
          ? {
              title: problem.title,
              message: `Strategy "${before.name}" was deleted or renamed elsewhere. Save once more to keep this as a new one.`,
            }
          : problem,
      );
    return problem === null;
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    change: (part) => set({ ...part, ...(part.name === undefined ? {} : { nameProblem: null }) }),
    save,
    async mayLeave() {
      if (!state.isDirty) return true;
      const answer = await askLeave();
      if (answer === null) return false;
      return answer === 'discard' || (await save());
    },
  };
}
