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
  const { added, excess } = withoutPresent(permitted, (symbol) => store.drawingsOf(symbol).get().rows);
  return {
    add: () => store.put(added),
    added: added.length === 0 ? '' : ` Shared drawings added: ${added.length}.`,
    leftOut:
      excess === 0
        ? ''
        : ` Drawings left out, because a symbol has at most ${MAX_DRAWINGS_PER_SYMBOL}: ${excess}.`,
  };
}

/** Drawings of a file without those that the user has already. */
export interface AddedDrawings {
  /** With new ids, above the present ones of their symbol. */
  readonly added: readonly Drawing[];
  readonly sameCount: number;
  /** How many are beyond the limit of a symbol. */
  readonly excess: number;
}

/** Leaves out drawings that a user has already, or that are beyond the limit of their symbol. */
export function withoutPresent(
  drawings: readonly Drawing[],
  presentOf: (symbol: string) => readonly Drawing[],
): AddedDrawings {
  const all = new Map<string, Drawing[]>();
  const added: Drawing[] = [];
  let sameCount = 0;
  let excess = 0;
  for (const row of drawings.toSorted(byDrawingOrder)) {
    const present = all.get(row.Symbol) ?? [...presentOf(row.Symbol)];
    all.set(row.Symbol, present);
    if (present.some((other) => hasSameContent(other, row))) sameCount += 1;
    else if (present.length >= MAX_DRAWINGS_PER_SYMBOL) excess += 1;
    else {
      const imported = { ...row, Id: drawingIdOf(row.Symbol, randomId()), Order: orderAbove(present) };
      present.push(imported);
      added.push(imported);
    }
  }
  return { added, sameCount, excess };
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
