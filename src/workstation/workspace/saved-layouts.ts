import * as v from 'valibot';
import type { LayoutGroup } from '../../../layouts/index.ts';
import { isSameName } from '../../domain/names/same-name.ts';
import { type Save, saveProblem } from '../../domain/saves/index.ts';
import { treeSchema } from './undocked.ts';
import { MAX_NAME_CHARS } from './workspace-state.ts';

/** Layouts saved under a name, beside the eight codes: saves of a type of their own. */

/** Type of the saves that are window layouts. */
export const LAYOUT_SAVE_TYPE = 'Layout';
const LAYOUT_NAME_MISSING = 'Please enter layout name';
const LAYOUT_NAME_TAKEN = 'Layout already exists';

/** How windows lie, under a name. */
export interface SavedLayout {
  /** Id of the save. */
  readonly Id: string;
  readonly Name: string;
  readonly Tree: LayoutGroup;
}

/** The data of a save that is a layout. */
export const layoutDataSchema = v.object({ Tree: treeSchema });

/** The layouts among the saves, by name. Those that cannot be read are left out. */
export function layoutsIn(saves: readonly Save[]): readonly SavedLayout[] {
  return saves
    .filter(({ Type }) => Type === LAYOUT_SAVE_TYPE)
    .flatMap(({ Id, Name, Data }) => {
      const read = v.safeParse(layoutDataSchema, Data);
      return read.success ? [{ Id, Name, Tree: read.output.Tree }] : [];
    })
    .toSorted((layout, other) => layout.Name.localeCompare(other.Name, 'en-US', { numeric: true }));
}

/** The save of a layout. */
export const saveOfLayout = ({ Id, Name, Tree }: SavedLayout): Save => ({
  Id,
  Type: LAYOUT_SAVE_TYPE,
  Name,
  Data: { Tree },
});

/** Why a layout cannot have this name; null when it can. `currentId` is the id of the layout that is renamed. */
export function layoutNameError(
  saves: readonly Save[],
  name: string,
  currentId: string | null,
): string | null {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > MAX_NAME_CHARS) return LAYOUT_NAME_MISSING;
  const isTaken = saves.some(
    ({ Id, Type, Name }) => Type === LAYOUT_SAVE_TYPE && Id !== currentId && isSameName(Name, trimmed),
  );
  return isTaken ? LAYOUT_NAME_TAKEN : saveProblem(trimmed, {});
}
