import type { StrategySource } from '../../client/types.ts';
import { readAlert, type AlertRow } from '../../domain/alerts/index.ts';
import { readDrawing, type Drawing } from '../../domain/drawings/index.ts';
import { hasPermission, Permission } from '../../domain/permissions.ts';
import type { Desk } from '../desk-context.ts';
import { contentOf } from '../workspace/workspace-state.ts';
import { readFileDocuments, type FileDocument } from './file-documents.ts';
import { patientCall, throwIfCancelled } from './patient-call.ts';
import type { UserContents } from './user-file.ts';
import type { SavedContent } from './user-items.ts';

/** How far an export or an import is. */
export interface Progress {
  /** What is under way, `Loading saved items`. */
  readonly text: string;
  readonly done: number;
  /** Null while it is not known. */
  readonly total: number | null;
}

/** Work that reports its progress and that the user can end. */
export interface Work {
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
}

/** The desk, as far as an export and an import use it. */
export type TransferDesk = Pick<Desk, 'platform' | 'workspaces' | 'plugins' | 'undo'>;

/** A saved item in the list of its tool. */
export interface ListedSave {
  readonly id: number;
  readonly toolType: string;
  readonly name: string;
}

/** Whether the user may run strategies, and so has any. */
export const hasStrategies = ({ platform }: Pick<Desk, 'platform'>): boolean =>
  hasPermission(platform.session.get().permissionMask, Permission.AlgoTrading);

/** The saved items of all tools, without their data. */
export async function listSaves(
  { platform }: TransferDesk,
  { signal }: Work,
): Promise<readonly ListedSave[]> {
  const lists = await patientCall(() => platform.saves.lists(), signal);
  return [...lists].flatMap(([toolType, items]) => items.map((item) => ({ ...item, toolType })));
}

/** Loads the data of saved items. */
export async function loadSaves(
  { platform }: TransferDesk,
  listed: readonly ListedSave[],
  { signal, onProgress }: Work,
): Promise<readonly SavedContent[]> {
  const saves: SavedContent[] = [];
  for (const { id, toolType, name } of listed) {
    onProgress({ text: 'Loading saved items', done: saves.length, total: listed.length });
    const data = await patientCall(() => platform.saves.load(id), signal);
    saves.push({ toolType, name, data });
  }
  return saves;
}

/** Loads the code of strategies. */
export async function loadStrategies(
  { platform }: TransferDesk,
  names: readonly string[],
  { signal, onProgress }: Work,
): Promise<readonly StrategySource[]> {
  const sources: StrategySource[] = [];
  for (const name of names) {
    throwIfCancelled(signal);
    onProgress({ text: 'Loading strategies', done: sources.length, total: names.length });
    sources.push(await platform.strategies.source(name));
  }
  return sources;
}

/** Names of the user's strategies. */
export async function strategyNames(desk: TransferDesk): Promise<readonly string[]> {
  if (!hasStrategies(desk)) return [];
  await desk.platform.strategies.load();
  return desk.platform.strategies.get().personal.map(({ Name }) => Name);
}

async function loadDocuments(
  { platform }: TransferDesk,
  kind: 'alert' | 'drawing',
  { signal, onProgress }: Work,
): Promise<readonly FileDocument[]> {
  const calls = await platform.documents();
  const all: FileDocument[] = [];
  let after: string | null = null;
  do {
    const from: string | null = after;
    const page: Awaited<ReturnType<typeof calls.page>> = await patientCall(
      () => calls.page(kind, from),
      signal,
    );
    all.push(...page.items.map(({ version, body }) => ({ SchemaVersion: version, Body: body })));
    onProgress({
      text: kind === 'alert' ? 'Loading alerts' : 'Loading drawings',
      done: all.length,
      total: null,
    });
    after = page.next;
  } while (after !== null);
  return all;
}

/** All alerts of the user. */
export const loadAlerts = async (desk: TransferDesk, work: Work): Promise<readonly AlertRow[]> =>
  readFileDocuments(await loadDocuments(desk, 'alert', work), readAlert).rows;

/** All shared drawings of the user, of all symbols. */
export const loadDrawings = async (desk: TransferDesk, work: Work): Promise<readonly Drawing[]> =>
  readFileDocuments(await loadDocuments(desk, 'drawing', work), readDrawing).rows;

/** Everything that the user has made. Rejects with `Cancelled`, or with an Error whose message can be shown. */
export async function loadEverything(desk: TransferDesk, work: Work): Promise<UserContents> {
  const { platform, workspaces } = desk;
  const { Workspaces } = workspaces.getState();
  const alerts = await loadAlerts(desk, work);
  const drawings = await loadDrawings(desk, work);
  const saves = await loadSaves(desk, await listSaves(desk, work), work);
  const strategies = await loadStrategies(desk, await strategyNames(desk), work);
  return {
    settings: [platform.settings.saved.get()],
    workspace: Workspaces.map(contentOf),
    save: saves,
    alert: alerts,
    drawing: drawings,
    strategy: strategies,
  };
}
