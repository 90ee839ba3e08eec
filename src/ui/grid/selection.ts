/** Which rows are selected, by id. Pure; `order` is the ids as they are sorted now. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Where a range begins that Shift extends. */
  readonly anchor: string | null;
}
/** No row is selected. */
export const NO_SELECTION: Selection = { ids: new Set(), anchor: null };

/** One row, which becomes the anchor. */
export function selectOnly(id: string): Selection {
  return { ids: new Set([id]), anchor: id };
}

/** One row more, or one less. */
export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** All rows from the anchor to this one. Without an anchor that is still there, this one alone. */
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

/** Without rows that are gone. The very same object when none is. */
export function stillThere(selection: Selection, isThere: (id: string) => boolean): Selection {
  const ids = [...selection.ids].filter(isThere);
  if (ids.length === selection.ids.size) return selection;
  return {
    ids: new Set(ids),
    anchor: selection.anchor !== null && isThere(selection.anchor) ? selection.anchor : null,
  };
}
