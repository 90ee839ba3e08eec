import * as v from 'valibot';
import {
  isLayoutTree,
  isWindowKey,
  tidy,
  windowsOf,
  withoutWindows,
  type LayoutGroup,
  type LayoutPart,
  type WindowKey,
} from '../../../layouts/index.ts';
import { borderSchema, floatSchema, NONE_UNDOCKED, undockedWindows, type Undocked } from './undocked.ts';

/** What of a stored layout can still be read. Windows that are left out of it keep their tools. */

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const itemsOf = (raw: unknown): readonly unknown[] => (Array.isArray(raw) ? raw : []);

/** So deep a damaged tree is followed; a valid one may be as deep. */
const MAX_DEPTH = 64;
/** The share of a part whose weight cannot be read. */
const DEFAULT_WEIGHT = 50;

function repairPart(raw: unknown, seen: Set<WindowKey>, depth: number): LayoutPart | null {
  if (!isRecord(raw) || depth > MAX_DEPTH) return null;
  const { direction } = raw;
  const weight =
    typeof raw['weight'] === 'number' && Number.isFinite(raw['weight']) && raw['weight'] >= 0
      ? raw['weight']
      : DEFAULT_WEIGHT;
  if (Array.isArray(raw['windows'])) {
    const windows = raw['windows'].filter((key): key is WindowKey => {
      const isNew = isWindowKey(key) && !seen.has(key);
      if (isNew) seen.add(key);
      return isNew;
    });
    const [first] = windows;
    if (first === undefined) return null;
    return { windows, selected: windows.find((key) => key === raw['selected']) ?? first, weight };
  }
  if (direction !== 'row' && direction !== 'column') return null;
  const children = itemsOf(raw['children']).flatMap((child) => repairPart(child, seen, depth + 1) ?? []);
  return children.length === 0 ? null : { direction, weight, children };
}

/** The rows, columns and windows of a damaged tree that are valid, each window once; null when there are none. */
export function repairTree(raw: unknown): LayoutGroup | null {
  const part = repairPart(raw, new Set(), 0);
  const tree = part === null ? null : tidy(part);
  return isLayoutTree(tree) ? tree : null;
}

/** The windows that float or are pinned, as far as they are valid and in the layout. Names what is left out: its windows are at their places. */
export function repairUndocked(raw: unknown, tree: LayoutGroup, name: string, leftOut: string[]): Undocked {
  if (raw === undefined) return NONE_UNDOCKED;
  const unused = new Set(windowsOf(tree));
  const take = (key: WindowKey): boolean => unused.delete(key);
  const { Floats, Borders }: { Floats?: unknown; Borders?: unknown } = isRecord(raw) ? raw : {};
  if (!isRecord(raw)) leftOut.push(`the floating and pinned windows of ${name}`);
  const floats = itemsOf(Floats).flatMap((item) => {
    const float = v.safeParse(floatSchema, item);
    if (!float.success) {
      leftOut.push(`a floating panel of ${name}`);
      return [];
    }
    const gone = windowsOf(float.output.Tree).filter((key) => !take(key));
    if (gone.length > 0) leftOut.push(`a floating panel's ${gone.join(' and ')} of ${name}`);
    const Tree = withoutWindows(float.output.Tree, new Set(gone));
    return Tree === null ? [] : [{ ...float.output, Tree }];
  });
  const borders: Undocked['Borders'][number][] = [];
  for (const item of itemsOf(Borders)) {
    const border = v.safeParse(borderSchema, item);
    if (!border.success) {
      const side =
        isRecord(item) && typeof item['Side'] === 'string' ? ` "${item['Side'].slice(0, 40)}"` : '';
      leftOut.push(`the border${side} of ${name}`);
      continue;
    }
    const { Side, Windows, Size } = border.output;
    const gone = Windows.filter((key) => !take(key));
    if (gone.length > 0) leftOut.push(`the ${Side} border's ${gone.join(' and ')} of ${name}`);
    const kept = Windows.filter((key) => !gone.includes(key));
    const same = borders.find((each) => each.Side === Side);
    if (same !== undefined) same.Windows.push(...kept);
    else if (kept.length > 0) borders.push({ Side, Windows: kept, Size });
  }
  return { Floats: floats, Borders: borders };
}

/** As it is stored: missing when there are none. */
export const storedUndocked = (undocked: Undocked): { readonly Undocked?: Undocked } =>
  undockedWindows(undocked).length === 0 ? {} : { Undocked: undocked };
