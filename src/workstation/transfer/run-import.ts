import { randomId } from '../../client/random-id.ts';
import { MAX_SETTINGS_CHARS } from '../../protocol/index.ts';
import type { UndoStep } from '../workspace/undo-steps.ts';
import { withAlertIds } from '../workspace/alert-references.ts';
import { insertWorkspace } from '../workspace/workspace-state.ts';
import { Cancelled, patientCall, throwIfCancelled } from './patient-call.ts';
import type { ImportPlan } from './plan-import.ts';
import { partIdOfSaves, type PartId } from './plan-parts.ts';
import type { TransferDesk, Work } from './present-data.ts';
import { countText } from './user-items.ts';

/** What an import has done. */
export interface ImportOutcome {
  /** `3 workspaces`, in the order of the list. */
  readonly added: readonly string[];
  /** What could not be added, as sentences. */
  readonly problems: readonly string[];
  readonly isCancelled: boolean;
  /** The step that undoes what can be undone; null when nothing can. */
  readonly step: UndoStep | null;
}

/** Room for what tools add to their states as they open, characters. */
const SPARE_CHARS = 20_000;

/**
 * Adds the chosen parts of a plan. Saved items and strategies are stored one by one, which the user may end; the others are added after them at
 * once, as one step of undo. Never rejects.
 */
export async function runImport(
  desk: TransferDesk,
  plan: ImportPlan,
  chosen: ReadonlySet<PartId>,
  work: Work,
): Promise<ImportOutcome> {
  const run = new ImportRun(desk, plan, chosen, work);
  return run.run();
}

class ImportRun {
  readonly #desk: TransferDesk;
  readonly #plan: ImportPlan;
  readonly #chosen: ReadonlySet<PartId>;
  readonly #work: Work;
  readonly #added: string[] = [];
  readonly #problems: string[] = [];

  constructor(desk: TransferDesk, plan: ImportPlan, chosen: ReadonlySet<PartId>, work: Work) {
    this.#desk = desk;
    this.#plan = plan;
    this.#chosen = chosen;
    this.#work = work;
  }

  async run(): Promise<ImportOutcome> {
    let isCancelled = false;
    let step: UndoStep | null = null;
    try {
      await this.#addSaves();
      await this.#addStrategies();
      const drawings = await this.#openDrawings();
      throwIfCancelled(this.#work.signal);
      step = this.#desk.undo.join('Import from a file', () => this.#addAtOnce(drawings));
    } catch (error) {
      if (error instanceof Cancelled) isCancelled = true;
      else this.#problems.push(error instanceof Error ? error.message : 'The import failed.');
    }
    return { added: this.#added, problems: this.#problems, isCancelled, step };
  }

  /** Stores the saved items one by one; the first that is refused ends them. */
  async #addSaves(): Promise<void> {
    const { saves } = this.#desk.platform;
    const items = [...this.#plan.saves].flatMap(([toolType, { added }]) =>
      this.#chosen.has(partIdOfSaves(toolType)) ? added : [],
    );
    await this.#addEach('save', items, ({ toolType, name, data }) =>
      patientCall(() => saves.save(toolType, name, data), this.#work.signal),
    );
  }

  async #addStrategies(): Promise<void> {
    const { strategies } = this.#desk.platform;
    const items = this.#chosen.has('strategy') ? this.#plan.strategies.added : [];
    await this.#addEach('strategy', items, async (source) => {
      throwIfCancelled(this.#work.signal);
      const { result, message } = await strategies.save(source);
      if (result !== 'SaveOK') throw new Error(message);
    });
  }

  async #addEach<Item extends { readonly name: string }>(
    kind: 'save' | 'strategy',
    items: readonly Item[],
    add: (item: Item) => Promise<unknown>,
  ): Promise<void> {
    let done = 0;
    try {
      for (const item of items) {
        this.#work.onProgress({
          text: kind === 'save' ? 'Adding saved items' : 'Adding strategies',
          done,
          total: items.length,
        });
        try {
          await add(item);
          done += 1;
        } catch (error) {
          if (error instanceof Cancelled) throw error;
          this.#problems.push(`“${item.name}” was not added: ${messageOf(error)}`);
          if (this.#problems.length < MAX_PROBLEMS) continue;
          this.#problems.push(`${countText(kind, items.length - done)} were not added.`);
          return;
        }
      }
    } finally {
      if (done > 0) this.#added.push(countText(kind, done));
    }
  }

  /** The store of drawings, loaded only when there are any; null otherwise. */
  async #openDrawings() {
    const { added } = this.#plan.drawings;
    if (added.length === 0 || !this.#chosen.has('drawing')) return null;
    return this.#desk.platform.sharedDrawings.open();
  }

  #addAtOnce(drawings: Awaited<ReturnType<TransferDesk['platform']['sharedDrawings']['open']>> | null): void {
    const newIds = this.#addAlerts();
    const { added } = this.#plan.drawings;
    if (drawings !== null) {
      drawings.put(added);
      this.#added.push(countText('drawing', added.length));
    }
    this.#addWorkspaces(newIds);
    this.#addSettings();
  }

  /** Returns the ids that alerts of the file have here. */
  #addAlerts(): ReadonlyMap<string, string> {
    const newIds = new Map(this.#plan.presentAlertIds);
    const { added } = this.#plan.alerts;
    if (!this.#chosen.has('alert') || added.length === 0) return newIds;
    const rows = added.map((row) => ({ ...row, Id: randomId() }));
    for (const [index, { Id }] of added.entries()) newIds.set(Id, rows[index]?.Id ?? Id);
    this.#desk.platform.alertDocuments.put(rows);
    this.#added.push(countText('alert', rows.length));
    return newIds;
  }

  #addWorkspaces(newIds: ReadonlyMap<string, string>): void {
    const { undo, workspaces, plugins } = this.#desk;
    const contents = this.#chosen.has('workspace') ? this.#plan.workspaces.added : [];
    if (contents.length === 0) return;
    let room = MAX_SETTINGS_CHARS - SPARE_CHARS - JSON.stringify(workspaces.getState()).length;
    const fits = (content: unknown): boolean => {
      const chars = JSON.stringify(content).length + SPARE_CHARS_EACH;
      if (chars > room) return false;
      room -= chars;
      return true;
    };
    const fitting = contents.map((each) => withAlertIds(each, newIds, plugins.get)).filter(fits);
    undo.perform({
      title: 'Import workspaces',
      workspaceId: null,
      apply: (draft) => {
        const current = draft.Current;
        for (const content of fitting) insertWorkspace(draft, content);
        // What is on screen stays, unless there is nothing.
        if (current !== null) draft.Current = current;
      },
    });
    if (fitting.length > 0) this.#added.push(countText('workspace', fitting.length));
    const left = contents.length - fitting.length;
    if (left > 0)
      this.#problems.push(
        `${countText('workspace', left)} left out: your workspaces would be too large together. Delete some, then import again.`,
      );
  }

  #addSettings(): void {
    const { settings } = this.#plan;
    if (settings === null || !this.#chosen.has('settings')) return;
    // What cannot be stored now is reported by the page, and stored later.
    void this.#desk.platform.settings.save(settings).catch(() => undefined);
    this.#added.push('settings');
  }
}

/** A long list of problems is no help: the rest is counted. */
const MAX_PROBLEMS = 5;
/** An id, a longer name and a comma. */
const SPARE_CHARS_EACH = 50;

const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : 'the server did not answer.';
