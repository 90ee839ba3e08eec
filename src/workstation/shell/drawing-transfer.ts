import { randomId } from '../../client/random-id.ts';
import type { SharedDrawingStore } from '../../client/types.ts';
import {
  byDrawingOrder,
  type Drawing,
  drawingIdOf,
  hasSameContent,
  MAX_DRAWINGS_PER_SYMBOL,
  orderAbove,
} from '../../domain/drawings/index.ts';
import { hasPermission, Permission } from '../../domain/permissions.ts';
import { restoreState } from '../../plugin-api/index.ts';
import type { Desk } from '../desk-context.ts';
import { toolsIn, type WorkspaceContent } from '../workspace/workspace-state.ts';

type Parts = Pick<Desk, 'platform' | 'plugins'>;

/** The shared drawings that the charts of a workspace show; null when they cannot be loaded now. */
export async function drawingsToExport(
  { platform, plugins }: Parts,
  content: WorkspaceContent,
): Promise<readonly Drawing[] | null> {
  const symbols = toolsIn(content).flatMap((window) => {
    const state = plugins.get(window.Tool)?.state;
    if (state?.drawings === undefined) return [];
    const read = restoreState(state, { version: window.version, data: window.data });
    return read.ok ? state.drawings.symbolsOf(read.value) : [];
  });
  if (symbols.length === 0 || !mayShare(platform)) return [];
  const store = await loaded(platform, symbols);
  return store && [...new Set(symbols)].flatMap((symbol) => store.drawingsOf(symbol).get().rows);
}

/** What an import does with the shared drawings of a file. */
interface DrawingImport {
  /** Adds them. */
  readonly add: () => void;
  /** What was added, and what was left out, as sentences; empty when there is nothing. */
  readonly added: string;
  readonly leftOut: string;
}

/**
 * Prepares the import of shared drawings: those that the user has already are passed over, the others get new ids and lie above them. Null when it
 * cannot be known now what the user has.
 */
export async function drawingsToImport(
  { platform }: Pick<Parts, 'platform'>,
  drawings: readonly Drawing[],
): Promise<DrawingImport | null> {
  const permitted = mayShare(platform) ? drawings : [];
  const store = await loaded(
    platform,
    permitted.map(({ Symbol }) => Symbol),
  );
  if (store === null) return permitted.length === 0 ? { add: () => {}, added: '', leftOut: '' } : null;
  const all = new Map<string, readonly Drawing[]>();
  const added: Drawing[] = [];
  let excess = 0;
  for (const row of permitted.toSorted(byDrawingOrder)) {
    const present = all.get(row.Symbol) ?? store.drawingsOf(row.Symbol).get().rows;
    if (present.some((other) => hasSameContent(other, row))) continue;
    if (present.length >= MAX_DRAWINGS_PER_SYMBOL) {
      excess += 1;
      continue;
    }
    const imported = { ...row, Id: drawingIdOf(row.Symbol, randomId()), Order: orderAbove(present) };
    all.set(row.Symbol, [...present, imported]);
    added.push(imported);
  }
  return {
    add: () => store.put(added),
    added: added.length === 0 ? '' : ` Shared drawings added: ${added.length}.`,
    leftOut:
      excess === 0
        ? ''
        : ` Drawings left out, because a symbol has at most ${MAX_DRAWINGS_PER_SYMBOL}: ${excess}.`,
  };
}

const mayShare = ({ session }: Parts['platform']): boolean =>
  hasPermission(session.get().permissionMask, Permission.Chart);

/** The store with the drawings of the symbols; null for no symbols, and when they cannot be loaded now. */
async function loaded(
  { sharedDrawings }: Parts['platform'],
  symbols: readonly string[],
): Promise<SharedDrawingStore | null> {
  if (symbols.length === 0) return null;
  const store = await sharedDrawings.open().catch(() => null);
  return store !== null && (await store.load(symbols)) ? store : null;
}
