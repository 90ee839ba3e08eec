import { renameProblem, strategyNameProblem } from '../../../src/domain/strategy/name.ts';
import { saveProblem } from '../strategy-problems.ts';
import type { ModifyOutcome, Strategies, StrategySource } from '../types.ts';

/** Limits of the protocol. */
const MAX_CODE_CHARACTERS = 24_000;
const MAX_PARAMETERS_CHARACTERS = 4000;
/** Limit of the code in a message, as UTF-8: with the parameters it must fit into one frame, or the connection is closed. ASCII text within the character limit always fits. */
const MAX_CODE_BYTES = 48_002;

export interface EditState extends StrategySource {
  readonly isNew: boolean;
  /** The content of the form differs from what is stored. */
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** A version that was restored while the form had modifications, which are kept; null once they are saved or given up. */
  readonly restoredVersion: number | null;
  /** Another window has saved the strategy while the form had modifications, which are kept. */
  readonly isSavedElsewhere: boolean;
  /** Why the name is invalid; null when it is valid. */
  readonly nameProblem: string | null;
}
/** What to do with modifications when the dialog closes; null = keep it open. */
export type LeaveAnswer = 'save' | 'discard' | null;

export interface EditDeps {
  readonly strategies: Pick<Strategies, 'save' | 'source' | 'update'>;
  /** Number of runs of a strategy; a strategy with runs cannot be renamed. */
  readonly runCount: (name: string) => number;
  readonly showProblem: (problem: { readonly title: string; readonly message: string }) => Promise<void>;
  readonly askLeave: () => Promise<LeaveAnswer>;
  /** Whether to overwrite a version that was saved elsewhere since this one was loaded. */
  readonly askOverwrite: (name: string) => Promise<boolean>;
}
/** Modifications of a strategy that were not saved. */
export interface EditDraft {
  readonly form: StrategySource;
  /** The strategy was saved elsewhere since the modifications began. */
  readonly isOutdated: boolean;
}
const EMPTY: StrategySource = { name: '', code: '', parameters: '' };
const isSame = (a: StrategySource, b: StrategySource): boolean =>
  a.name === b.name && a.code === b.code && a.parameters === b.parameters;

const failedOutcome = (error: unknown): ModifyOutcome => ({
  result: 'Failed',
  message: error instanceof Error ? error.message : 'The server did not answer. Try again in a moment.',
});

/** Why code and parameters are too long to be saved; null when they are not. */
export function lengthProblem({ code, parameters }: Omit<StrategySource, 'name'>): string | null {
  if (code.length > MAX_CODE_CHARACTERS)
    return `The code has ${code.length.toLocaleString('en-US')} characters; ${MAX_CODE_CHARACTERS.toLocaleString('en-US')} are allowed. Shorten it.`;
  const bytes = new TextEncoder().encode(JSON.stringify(code)).length;
  if (bytes > MAX_CODE_BYTES)
    return `The code takes ${bytes.toLocaleString('en-US')} bytes; ${MAX_CODE_BYTES.toLocaleString('en-US')} are allowed. Letters other than a to z take two to four each: shorten comments and texts.`;
  return parameters.length > MAX_PARAMETERS_CHARACTERS
    ? `The parameters have ${parameters.length.toLocaleString('en-US')} characters; ${MAX_PARAMETERS_CHARACTERS.toLocaleString('en-US')} are allowed. Shorten them.`
    : null;
}

/** A strategy in the editor: a new one (`source` null) or a stored one. */
export class EditModel {
  readonly #deps: EditDeps;
  readonly #listeners = new Set<() => void>();
  /** What is stored; null before the first save. */
  #stored: StrategySource | null;
  #state: EditState;

  /** `draft`: modifications that were kept, and whether they began from what is stored now. */
  constructor(deps: EditDeps, source: StrategySource | null, draft?: EditDraft) {
    const form = draft?.form ?? source ?? EMPTY;
    const isDirty = !isSame(form, source ?? EMPTY);
    this.#deps = deps;
    this.#stored = source;
    this.#state = {
      ...form,
      isNew: source === null,
      isDirty,
      isSaving: false,
      restoredVersion: null,
      isSavedElsewhere: isDirty && draft?.isOutdated === true,
      nameProblem: null,
    };
  }

  get(): EditState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Title of the form: a new strategy is edited after its first save. */
  readonly title = {
    get: (): string => (this.#state.isNew ? 'New strategy' : 'Edit strategy'),
    subscribe: (listener: () => void): (() => void) => this.subscribe(listener),
  };

  change(part: Partial<StrategySource>): void {
    this.#set({ ...part, ...(part.name === undefined ? {} : { nameProblem: null }) });
  }

  /** The name under which the strategy is stored; null before the first save. */
  get storedName(): string | null {
    return this.#stored?.name ?? null;
  }

  /** A version was restored: its content is what is stored now. Modifications in the form stay; without any, the form shows it. */
  onRestored(version: number, restored: Pick<StrategySource, 'code' | 'parameters'>): void {
    if (this.#stored === null) return;
    const { code, parameters } = this.#state;
    const isDraft = code !== this.#stored.code || parameters !== this.#stored.parameters;
    this.#stored = { ...this.#stored, ...restored };
    this.#set(isDraft ? { restoredVersion: version } : restored);
  }

  /** What is stored; null before the first save. */
  get stored(): StrategySource | null {
    return this.#stored;
  }

  /** Another window has saved this. A form without modifications shows it; otherwise the modifications stay, and the conflict is shown. */
  onSavedElsewhere(source: StrategySource): void {
    const before = this.#stored;
    if (before === null || isSame(before, source)) return;
    const isDraft = this.#state.code !== before.code || this.#state.parameters !== before.parameters;
    const isRenaming = this.#state.name !== before.name;
    this.#stored = source;
    this.#set({
      ...(isRenaming ? {} : { name: source.name }),
      ...(isDraft ? { isSavedElsewhere: true } : { code: source.code, parameters: source.parameters }),
    });
  }

  /** Answers the conflict: the modifications stay and the next save stores them as a new version. */
  keepModifications(): void {
    this.#set({ isSavedElsewhere: false });
  }

  /** Gives up the modifications and shows what is stored. */
  revert(): void {
    this.#set({ ...(this.#stored ?? EMPTY), nameProblem: null });
  }

  /** Saves; resolves with true once it is stored. */
  async save(): Promise<boolean> {
    if (this.#state.isSaving) return false;
    const nameProblem = this.#nameProblem();
    this.#set({ nameProblem });
    if (nameProblem !== null) return false;
    const { name, code, parameters } = this.#state;
    const sent: StrategySource = { name: name.trim(), code, parameters };
    const problem = lengthProblem(sent);
    if (problem !== null) {
      await this.#deps.showProblem({ title: 'Save Strategy Error', message: problem });
      return false;
    }
    this.#set({ isSaving: true });
    const before = this.#stored;
    const outcome = await this.#store(before, sent);
    if (outcome !== null) return this.#onOutcome(before, sent, outcome);
    this.#set({ isSaving: false });
    return false;
  }

  /**
   * Renames what is stored; modifications of code and parameters stay as they are, not saved. Resolves with why that was not possible, null once it
   * is done.
   */
  async rename(name: string): Promise<string | null> {
    const before = this.#stored;
    if (before === null || this.#state.isSaving) return 'The strategy is not saved yet. Save it first.';
    const next = name.trim();
    const problem = renameProblem(before.name, name, this.#deps.runCount(before.name));
    if (problem !== null || next === before.name) return problem;
    this.#set({ isSaving: true });
    const failure = saveProblem(next, await this.#rename(before.name, next));
    if (failure === null) this.#stored = { ...before, name: next };
    const followsName = failure === null && this.#state.name.trim() === before.name;
    this.#set({ isSaving: false, ...(followsName ? { name: next } : {}) });
    return failure?.message ?? null;
  }

  /** Whether the dialog may close: modifications are saved or discarded first. */
  async mayLeave(): Promise<boolean> {
    if (!this.#state.isDirty) return true;
    const answer = await this.#deps.askLeave();
    if (answer === null) return false;
    return answer === 'discard' || (await this.save());
  }

  #set(part: Partial<EditState>): void {
    const next = { ...this.#state, ...part };
    const isDirty = !isSame(next, this.#stored ?? EMPTY);
    this.#state = {
      ...next,
      isNew: this.#stored === null,
      isDirty,
      restoredVersion: isDirty ? next.restoredVersion : null,
      isSavedElsewhere: isDirty && next.isSavedElsewhere,
    };
    for (const listener of this.#listeners) listener();
  }

  #nameProblem(): string | null {
    const { name } = this.#state;
    return this.#stored === null
      ? strategyNameProblem(name)
      : renameProblem(this.#stored.name, name, this.#deps.runCount(this.#stored.name));
  }

  /** Null when the user does not overwrite a version that was saved elsewhere. */
  async #store(before: StrategySource | null, sent: StrategySource): Promise<ModifyOutcome | null> {
    const { strategies, askOverwrite } = this.#deps;
    try {
      if (before === null) return await strategies.save(sent);
      const isCurrent = !this.#state.isSavedElsewhere && (await this.#isUnchanged(before));
      if (!isCurrent && !(await askOverwrite(before.name))) return null;
      return await strategies.update(before.name, sent);
    } catch (error) {
      return failedOutcome(error);
    }
  }

  /** Stores what is stored now under another name: a text that was saved elsewhere meanwhile stays. */
  async #rename(from: string, to: string): Promise<ModifyOutcome> {
    try {
      const { code, parameters } = await this.#deps.strategies.source(from);
      return await this.#deps.strategies.update(from, { name: to, code, parameters });
    } catch (error) {
      return failedOutcome(error);
    }
  }

  /** Whether the stored strategy is still the loaded one. When it cannot be loaded, the save reports the reason. */
  async #isUnchanged(before: StrategySource): Promise<boolean> {
    const now = await this.#deps.strategies.source(before.name).catch(() => before);
    return now.code === before.code && now.parameters === before.parameters;
  }

  async #onOutcome(
    before: StrategySource | null,
    sent: StrategySource,
    outcome: ModifyOutcome,
  ): Promise<boolean> {
    const problem = saveProblem(sent.name, outcome);
    // Input since the save was sent stays in the form and is not saved yet.
    if (problem === null) {
      this.#stored = sent;
      this.#state = { ...this.#state, restoredVersion: null, isSavedElsewhere: false };
    }
    const isGone = before !== null && outcome.result === 'NotFound';
    // The strategy was removed elsewhere: the next save stores the form as a new one.
    if (isGone) this.#stored = null;
    this.#set({
      isSaving: false,
      ...(problem === null && this.#state.name.trim() === sent.name ? { name: sent.name } : {}),
    });
    if (problem === null) return true;
    await this.#deps.showProblem(
      isGone
        ? {
            title: problem.title,
            message: `Strategy "${before.name}" was deleted or renamed elsewhere. Save once more to keep this as a new one.`,
          }
        : problem,
    );
    return false;
  }
}
