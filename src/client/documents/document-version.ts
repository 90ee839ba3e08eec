/** A document at a revision of the server; the row is null once it is removed. */
export interface Version<Row> {
  readonly revision: number;
  readonly row: Row | null;
}
