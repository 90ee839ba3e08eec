import * as v from 'valibot';

/** Form of backup files. A file of a later form is refused. */
export const BACKUP_FORM = 1;
/** The first entry of a backup file. */
export const MANIFEST_NAME = 'manifest.json';
/** The second entry: the SHA-256 of the manifest, as hexadecimal text. */
export const MANIFEST_SUM_NAME = 'manifest.sha256';
/** The part with the records of the order journal. */
export const JOURNAL_PART = 'journal.jsonl.gz';

const TABLE_PART = /^database\/([a-z_]+)\.jsonl\.gz$/;
const CHECKPOINT_PART = /^checkpoints\/checkpoint-(\d{1,16})\.json$/;

/** The part with the rows of a table. */
export const tablePart = (table: string): string => `database/${table}.jsonl.gz`;
/** The part with the checkpoint of this file name. */
export const checkpointPart = (fileName: string): string => `checkpoints/${fileName}`;
/** The table whose rows a part holds; undefined for other parts. */
export const tableOfPart = (name: string): string | undefined => TABLE_PART.exec(name)?.[1];

/** The record of a checkpoint's part; undefined for other parts. */
export function seqOfCheckpointPart(name: string): number | undefined {
  const seq = CHECKPOINT_PART.exec(name)?.[1];
  return seq === undefined ? undefined : Number(seq);
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const partSchema = v.object({
  name: v.string(),
  bytes: count,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});

/** What a backup file holds, checked as it is read. */
export const manifestSchema = v.object({
  form: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** Version of Tapedeck that made the backup. */
  version: v.string(),
  /** When the backup began, UTC. */
  created: v.pipe(v.string(), v.isoTimestamp()),
  database: v.picklist(['SQLite', 'PostgreSQL']),
  /** Migrations that the database had run. */
  migrations: v.array(v.string()),
  journal: v.object({
    lastRecord: count,
    /** Checksum of that record, which stands for all records before it; 0 without records. */
    checksum: count,
    /** Exchange time of that record, UTC; null without records. */
    time: v.nullable(v.string()),
  }),
  parts: v.array(partSchema),
});

/** What a backup file holds. */
export type BackupManifest = v.InferOutput<typeof manifestSchema>;
/** A part of a backup file, with its size and SHA-256. */
export type BackupPart = v.InferOutput<typeof partSchema>;
