import * as v from 'valibot';
import type { Result } from '../../domain/assert/assert.ts';

/** A document as files contain it. */
export const fileDocumentSchema = v.object({ SchemaVersion: v.number(), Body: v.unknown() });
/** A document in a file, not read yet. */
export type FileDocument = v.InferOutput<typeof fileDocumentSchema>;

/** The documents of a kind as files contain them. */
export const toFileDocuments = <Row extends { readonly Id: string }>(
  SchemaVersion: number,
  rows: readonly Row[],
): readonly (FileDocument & { readonly Id: string })[] =>
  rows.map((row) => ({ Id: row.Id, SchemaVersion, Body: row }));

/** Reads documents of a kind as a file has them, and counts those that cannot be read. */
export function readFileDocuments<Row>(
  documents: readonly unknown[],
  read: (schemaVersion: number, body: unknown) => Result<Row, unknown>,
): { readonly rows: readonly Row[]; readonly unreadable: number } {
  const rows = documents.flatMap((document) => {
    const parsed = v.safeParse(fileDocumentSchema, document);
    if (!parsed.success) return [];
    const row = read(parsed.output.SchemaVersion, parsed.output.Body);
    return row.ok ? [row.value] : [];
  });
  return { rows, unreadable: documents.length - rows.length };
}
