/** Other rows in the order in which their ids stood before; rows that were not there come last, in the order given. */
export function heldOrder<Row>(
  before: readonly Row[],
  rows: readonly Row[],
  rowId: (row: Row) => string,
): readonly Row[] {
  const left = new Map(rows.map((row) => [rowId(row), row]));
  const kept = before.flatMap((row): readonly Row[] => {
    const id = rowId(row);
    const now = left.get(id);
    left.delete(id);
    return now === undefined ? [] : [now];
  });
  return [...kept, ...left.values()];
}
