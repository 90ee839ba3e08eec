import { treeStep, type GridPosition } from '../../../src/ui/index.ts';
import type { ChainLine } from '../model/chain-lines.ts';
import type { Contract, StrikeRow } from '../model/contract.ts';
import { contractOn, type ChainCell } from './chain-cells.ts';

/** What a key does in the chain. */
export type ChainAction =
  | { readonly kind: 'move'; readonly to: GridPosition }
  | { readonly kind: 'toggle'; readonly row: number }
  | { readonly kind: 'open-all' }
  | { readonly kind: 'details'; readonly row: StrikeRow }
  | { readonly kind: 'trade'; readonly contract: Contract; readonly side: 'Buy' | 'Sell' }
  | { readonly kind: 'no-side' }
  | { readonly kind: 'menu' };

export interface KeyPress {
  readonly key: string;
  readonly hasControl: boolean;
  readonly hasShift: boolean;
  readonly hasAlt: boolean;
}

function tradeAction(line: ChainLine, cell: ChainCell | undefined, side: 'Buy' | 'Sell'): ChainAction | null {
  if (line.kind === 'group') return null;
  const contract = contractOn(line.row, cell?.side ?? null);
  return contract === undefined ? { kind: 'no-side' } : { kind: 'trade', contract, side };
}

function moveAction(
  press: KeyPress,
  at: GridPosition,
  lines: readonly ChainLine[],
  columnCount: number,
  pageRows: number,
): ChainAction | null {
  const keyLines = lines.map((line) =>
    line.kind === 'group'
      ? { kind: 'group' as const, isOpen: line.isOpen, isEmpty: line.group.rows.length === 0 }
      : line,
  );
  const step = treeStep(press.key, press.hasControl, at, keyLines, columnCount, pageRows);
  if (step === null) return null;
  if ('row' in step) return { kind: 'toggle', row: step.row };
  if (step.kind === 'open-all') return step;
  // The header has no cells for the keyboard.
  return step.to.row < 0 ? null : step;
}

/** The action of a key on a line and cell; null for a key that is not the chain's. */
export function chainAction(
  press: KeyPress,
  at: GridPosition,
  lines: readonly ChainLine[],
  cells: readonly ChainCell[],
  pageRows: number,
): ChainAction | null {
  const line = lines[at.row];
  if (line === undefined || press.hasAlt) return null;
  const { key, hasControl, hasShift } = press;
  if (key === 'ContextMenu' || (key === 'F10' && hasShift)) return { kind: 'menu' };
  if (key === 'Enter' || key === ' ')
    return line.kind === 'group' ? { kind: 'toggle', row: at.row } : { kind: 'details', row: line.row };
  const letter = hasControl || hasShift ? '' : key.toLowerCase();
  if (letter === 'b' || letter === 's')
    return tradeAction(line, cells[at.column], letter === 'b' ? 'Buy' : 'Sell');
  return moveAction(press, at, lines, cells.length, pageRows);
}
