import type { DocumentProblem, DocumentTraits } from './document-entries.ts';

/** What a kind of documents has for merges that keep both writers' versions. */
export interface KeepBothTraits<Row> {
  /** True when two documents, or the absence of both, have the same content. */
  isSame(left: Row | null, right: Row | null): boolean;
  /** Merges an unsent change with the stored document. `copy` is the unsent version when both do not fit into one document. */
  merge(base: Row | null, mine: Row, stored: Row): { readonly row: Row; readonly copy: Row | null };
  /** The same document under a new id. */
  withNewId(row: Row): Row;
}

/**
 * Merges that lose no work: what does not fit into one document becomes another one, and a change and a removal of the same document by two writers
 * end in the changed document.
 */
export function keepBoth<Row>({
  isSame,
  merge,
  withNewId,
}: KeepBothTraits<Row>): DocumentTraits<Row, DocumentProblem<Row>> {
  return {
    isSame,
    merge(base, mine, other) {
      if (mine === null || other === null) {
        const changed = mine ?? other;
        if (changed === null || isSame(changed, base)) return { row: null, problems: [] };
        return { row: changed, isRestored: other === null, problems: [{ kind: 'kept', row: changed }] };
      }
      const { row, copy } = merge(base, mine, other);
      if (copy === null) return { row, problems: [] };
      const added = withNewId(copy);
      return { row, added, problems: [{ kind: 'copied', row, copy: added }] };
    },
  };
}
