/** The selected rows, by id. Pure functions; `order` is the ids in their present order. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Start of the range that Shift extends. */
  readonly anchor: string | null;
}
/** No row is selected. */
export const NO_SELECTION: Selection = { ids: new Set(), anchor: null };

/** One row, which becomes the anchor. */
export function selectOnly(id: string): Selection {
  return { ids: new Set([id]), anchor: id };
}

/** Adds the row, or removes it when it is selected. */
export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** All rows from the anchor to this one; only this one when the anchor no longer exists. */
export function extendTo({ anchor }: Selection, id: string, order: readonly string[]): Selection {
  const from = anchor === null ? -1 : order.indexOf(anchor);
  const to = order.indexOf(id);
  if (from === -1 || to === -1) return selectOnly(id);
  return { ids: new Set(order.slice(Math.min(from, to), Math.max(from, to) + 1)), anchor };
}

/** All rows. The anchor stays; without one it is the first row. */
export function selectAll({ anchor }: Selection, order: readonly string[]): Selection {
  return { ids: new Set(order), anchor: anchor ?? order[0] ?? null };
}

/** Without removed rows. Returns the same object when none was removed. */
export function stillThere(selection: Selection, isThere: (id: string) => boolean): Selection {
  const ids = [...selection.ids].filter(isThere);
  if (ids.length === selection.ids.size) return selection;
  return {
    ids: new Set(ids),
    anchor: selection.anchor !== null && isThere(selection.anchor) ? selection.anchor : null,
  };
}
