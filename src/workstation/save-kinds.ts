import { LAYOUT_SAVE_TYPE } from './workspace/saved-layouts.ts';

/** The texts about saves of a type. */
export interface SaveKind {
  /** Label of a list of them: `Saved in Chart`, `Saved layouts`, `Column sets: open orders`. */
  readonly listLabel: string;
  /** A save in a sentence: `Trend in Chart`, `Layout Halves`, `Column set Momentum`. */
  titleOf(name: string): string;
}

const COLUMN_SETS = /^([A-Z]\w*)Columns$/;

/** What saves of this type are. `toolOf` names the tool that has the type. */
export function saveKindOf(type: string, toolOf: (type: string) => string): SaveKind {
  if (type === LAYOUT_SAVE_TYPE) return { listLabel: 'Saved layouts', titleOf: (name) => `Layout ${name}` };
  const [, columns] = COLUMN_SETS.exec(type) ?? [];
  if (columns !== undefined) {
    const spaced = columns.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
    return { listLabel: `Column sets: ${spaced}`, titleOf: (name) => `Column set ${name}` };
  }
  const tool = toolOf(type);
  return { listLabel: `Saved in ${tool}`, titleOf: (name) => `${name} in ${tool}` };
}
