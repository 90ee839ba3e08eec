import type { ImportPlan, Part } from './plan-import.ts';
import { saveKindOf } from '../save-kinds.ts';
import { countText, ITEM_FORMATS, ITEM_KINDS, type ItemKind } from './user-items.ts';

/** A part of an import that the user may choose: a kind, or the saved items of a tool. */
export type PartId = Exclude<ItemKind, 'save'> | `save ${string}`;
export const partIdOfSaves = (toolType: string): PartId => `save ${toolType}`;

/** A line of the list in which the user chooses what to import. */
export interface PartLine {
  readonly id: PartId;
  readonly label: string;
  /** What it adds, what the user has already and what is left out, as sentences. */
  readonly text: string;
  /** Whether there is anything to add. */
  readonly isEmpty: boolean;
  /** Replaces what the user has: only on request. */
  readonly isReplacing: boolean;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function lineOf(id: PartId, label: string, { added, sameCount, leftOut }: Part<unknown>): PartLine {
  const count = (value: number) => value.toLocaleString('en-US');
  const sentences = [
    ...(added.length === 0 ? [] : [`${count(added.length)} new.`]),
    ...(sameCount === 0 ? [] : [`${count(sameCount)} you have already.`]),
    ...(leftOut === null ? [] : [leftOut]),
  ];
  return { id, label, text: sentences.join(' '), isEmpty: added.length === 0, isReplacing: false };
}

const isInFile = ({ added, sameCount, leftOut }: Part<unknown>): boolean =>
  added.length > 0 || sameCount > 0 || leftOut !== null;

/** The lines of a plan. `titleOf` names the tool whose saved items have this type. */
export function linesOf(plan: ImportPlan, titleOf: (toolType: string) => string): readonly PartLine[] {
  const parts: { readonly [Kind in ItemKind]: () => readonly PartLine[] } = {
    settings: () =>
      plan.settings === null
        ? []
        : [
            {
              id: 'settings',
              label: 'Settings',
              text: `Replaces yours: ${plan.changedSettings.join(', ')}.`,
              isEmpty: false,
              isReplacing: true,
            },
          ],
    workspace: () => kindLine('workspace', plan.workspaces),
    save: () =>
      [...plan.saves].map(([toolType, part]) =>
        lineOf(partIdOfSaves(toolType), saveKindOf(toolType, titleOf).listLabel, part),
      ),
    alert: () => kindLine('alert', plan.alerts),
    drawing: () => kindLine('drawing', plan.drawings),
    strategy: () => kindLine('strategy', plan.strategies),
  };
  return ITEM_KINDS.flatMap((kind) => parts[kind]());
}

const kindLine = (kind: Exclude<ItemKind, 'save'>, part: Part<unknown>): readonly PartLine[] =>
  isInFile(part) ? [lineOf(kind, capitalized(ITEM_FORMATS[kind].names[0]), part)] : [];

/** `3 workspaces, 1 alert`. */
export const contentsText = (counts: Readonly<Record<ItemKind, number>>): string =>
  ITEM_KINDS.filter((kind) => counts[kind] > 0)
    .map((kind) => countText(kind, counts[kind]))
    .join(', ');
