import type { StrategySource, UserSettings } from '../../client/types.ts';
import { type AlertRow, isSameAlert, MAX_ALERTS_PER_USER } from '../../domain/alerts/index.ts';
import { type Drawing, MAX_DRAWINGS_PER_SYMBOL, MAX_DRAWINGS_PER_USER } from '../../domain/drawings/index.ts';
import { isSameName } from '../../domain/names/same-name.ts';
import { hasPermission, Permission } from '../../domain/permissions.ts';
import { freeName } from '../../domain/names/free-name.ts';
import { MAX_SAVE_NAME } from '../../domain/saves/index.ts';
import { withoutPresent } from './drawing-transfer.ts';
import { withAlertIds } from '../workspace/alert-references.ts';
import { isEqual } from '../workspace/undo-changes.ts';
import { changedSettings } from '../workspace/undo-steps.ts';
import { contentOf, type WorkspaceContent } from '../workspace/workspace-state.ts';
import {
  hasStrategies,
  listSaves,
  loadAlerts,
  loadDrawings,
  loadSaves,
  loadStrategies,
  strategyNames,
  type TransferDesk,
  type Work,
} from './present-data.ts';
import type { UserContents } from './user-file.ts';
import type { ItemKind, SavedContent } from './user-items.ts';

/** Items of a kind in a file: those to add, and how many the user has already. */
export interface Part<Content> {
  readonly added: readonly Content[];
  readonly sameCount: number;
  /** How many are left out, and why, as a sentence; null when none is. */
  readonly leftOut: string | null;
}

/** What an import would add. */
export interface ImportPlan {
  /** The settings of the file; null when it has none, or the same as the user. */
  readonly settings: UserSettings | null;
  /** Names of the settings that differ. */
  readonly changedSettings: readonly string[];
  readonly workspaces: Part<WorkspaceContent>;
  /** By tool. Those to add have names that the user does not have. */
  readonly saves: ReadonlyMap<string, Part<SavedContent>>;
  readonly alerts: Part<AlertRow>;
  /** Alerts of the file that the user has already: their ids in the file, and here. */
  readonly presentAlertIds: ReadonlyMap<string, string>;
  /** Those to add have new ids and lie above the present ones. */
  readonly drawings: Part<Drawing>;
  /** Those to add have names that the user does not have. */
  readonly strategies: Part<StrategySource>;
}

const NONE = { added: [], sameCount: 0, leftOut: null } as const;
const NOT_PERMITTED: Readonly<Partial<Record<ItemKind, string>>> = {
  alert: 'You have no permission for alerts.',
  drawing: 'You have no permission for charts.',
  strategy: 'You have no permission for AlgoStream.',
};

/** Compares the contents of a file with what the user has. Rejects with `Cancelled`, or with an Error whose message can be shown. */
export async function planImport(desk: TransferDesk, file: UserContents, work: Work): Promise<ImportPlan> {
  const { platform, workspaces } = desk;
  const { permissionMask } = platform.session.get();
  const [inFile] = file.settings;
  // A file allows no third-party tool: only the user does.
  const { toolConsents } = platform.settings.saved.get();
  const settings = inFile === undefined ? null : { ...inFile, toolConsents };
  const changed = settings === null ? [] : changedSettings(platform.settings.saved.get(), settings);
  const mayAlert = hasPermission(permissionMask, Permission.ChartAlerts);
  const presentAlerts = file.alert.length > 0 && mayAlert ? await loadAlerts(desk, work) : [];
  const alertIds = presentIds(file.alert, presentAlerts);
  const mayDraw = hasPermission(permissionMask, Permission.Chart);
  const presentDrawings = file.drawing.length > 0 && mayDraw ? await loadDrawings(desk, work) : [];
  const { Workspaces } = workspaces.getState();
  return {
    settings: changed.length === 0 ? null : settings,
    changedSettings: changed,
    workspaces: newIn(file.workspace, Workspaces.map(contentOf), (item, other) =>
      isSameArrangement(withAlertIds(item, alertIds, desk.plugins.get), other),
    ),
    saves: await planSaves(desk, file.save, work),
    alerts: mayAlert ? planAlerts(file.alert, presentAlerts) : notPermitted('alert', file),
    presentAlertIds: alertIds,
    drawings: mayDraw ? planDrawings(file.drawing, presentDrawings) : notPermitted('drawing', file),
    strategies: hasStrategies(desk)
      ? await planStrategies(desk, file.strategy, work)
      : notPermitted('strategy', file),
  };
}

const notPermitted = (kind: 'alert' | 'drawing' | 'strategy', file: UserContents): Part<never> =>
  file[kind].length === 0 ? NONE : { ...NONE, leftOut: NOT_PERMITTED[kind] ?? null };

/** True for the same windows in the same layout, under any name: an import may have renamed the workspace. */
const isSameArrangement = (left: WorkspaceContent, right: WorkspaceContent): boolean =>
  isEqual({ ...left, Name: '' }, { ...right, Name: '' });

/** What is in a file and not here. */
function newIn<Content>(
  items: readonly Content[],
  present: readonly Content[],
  isSame: (left: Content, right: Content) => boolean,
): Part<Content> {
  const added = items.filter((item) => !present.some((other) => isSame(other, item)));
  return { added, sameCount: items.length - added.length, leftOut: null };
}

/** True when two alerts have the same content, whatever their ids. */
const isSameAlertContent = (left: AlertRow, right: AlertRow): boolean =>
  isSameAlert(left, { ...right, Id: left.Id });

/** The alerts of a user by what they watch, so that thousands are compared quickly. */
function presentIds(items: readonly AlertRow[], present: readonly AlertRow[]): ReadonlyMap<string, string> {
  const bySymbol = Map.groupBy(present, ({ Symbol }) => Symbol);
  const ids = new Map<string, string>();
  for (const item of items) {
    const candidates = bySymbol.get(item.Symbol) ?? [];
    const same =
      candidates.find((other) => isSameAlert(other, item)) ??
      candidates.find((other) => isSameAlertContent(other, item));
    if (same !== undefined) ids.set(item.Id, same.Id);
  }
  return ids;
}

function planAlerts(items: readonly AlertRow[], present: readonly AlertRow[]): Part<AlertRow> {
  const ids = presentIds(items, present);
  const fresh = items.filter(({ Id }) => !ids.has(Id));
  const added = fresh.slice(0, Math.max(0, MAX_ALERTS_PER_USER - present.length));
  return {
    added,
    sameCount: items.length - fresh.length,
    leftOut: leftOutText(fresh.length - added.length, `a user has at most ${count(MAX_ALERTS_PER_USER)}`),
  };
}

function planDrawings(items: readonly Drawing[], present: readonly Drawing[]): Part<Drawing> {
  const bySymbol = Map.groupBy(present, ({ Symbol }) => Symbol);
  const { added, sameCount, excess } = withoutPresent(items, (symbol) => bySymbol.get(symbol) ?? []);
  const room = Math.max(0, MAX_DRAWINGS_PER_USER - present.length);
  const limits = `a symbol has at most ${count(MAX_DRAWINGS_PER_SYMBOL)}, a user ${count(MAX_DRAWINGS_PER_USER)}`;
  const excessInAll = excess + Math.max(0, added.length - room);
  return { added: added.slice(0, room), sameCount, leftOut: leftOutText(excessInAll, limits) };
}

/** Loads the data of saves that have a name of the file, to compare them. */
async function planSaves(
  desk: TransferDesk,
  items: readonly SavedContent[],
  work: Work,
): Promise<ImportPlan['saves']> {
  if (items.length === 0) return new Map();
  const listed = await listSaves(desk, work);
  const isNamedLike = (item: SavedContent, other: { toolType: string; name: string }) =>
    item.toolType === other.toolType && isSameName(item.name, other.name);
  const rivals = listed.filter((other) => items.some((item) => isNamedLike(item, other)));
  const loaded = await loadSaves(desk, rivals, work);
  const parts = new Map<string, Part<SavedContent>>();
  for (const [toolType, those] of Map.groupBy(items, (item) => item.toolType)) {
    const names = listed.flatMap((other) => (other.toolType === toolType ? [other.name] : []));
    const added: SavedContent[] = [];
    for (const item of those) {
      if (loaded.some((other) => isNamedLike(item, other) && isEqual(other.data, item.data))) continue;
      const name = freeName(names, item.name, MAX_SAVE_NAME);
      names.push(name);
      added.push({ ...item, name });
    }
    parts.set(toolType, { added, sameCount: those.length - added.length, leftOut: null });
  }
  return parts;
}

async function planStrategies(
  desk: TransferDesk,
  items: readonly StrategySource[],
  work: Work,
): Promise<Part<StrategySource>> {
  if (items.length === 0) return NONE;
  const names = [...(await strategyNames(desk))];
  const rivals = names.filter((name) => items.some((item) => isSameName(item.name, name)));
  const loaded = await loadStrategies(desk, rivals, work);
  const added: StrategySource[] = [];
  for (const item of items) {
    if (loaded.some((other) => isSameName(other.name, item.name) && isSameSource(other, item))) continue;
    const name = freeName(names, item.name, MAX_STRATEGY_NAME);
    names.push(name);
    added.push({ ...item, name });
  }
  return { added, sameCount: items.length - added.length, leftOut: null };
}
const MAX_STRATEGY_NAME = 40;

const isSameSource = (left: StrategySource, right: StrategySource): boolean =>
  left.code === right.code && left.parameters === right.parameters;

const count = (value: number): string => value.toLocaleString('en-US');
const leftOutText = (excess: number, limit: string): string | null =>
  excess === 0 ? null : `${count(excess)} are left out: ${limit}.`;
