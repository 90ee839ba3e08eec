import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Extract } from 'tar-stream';
import * as v from 'valibot';
import { readProblem } from '../file-problem.ts';
import { messageOf } from '../storage/open-repositories.ts';
import { linesOf } from './backup-lines.ts';
import {
  BACKUP_FORM,
  MANIFEST_NAME,
  MANIFEST_SUM_NAME,
  manifestSchema,
  type BackupManifest,
  type BackupPart,
} from './backup-manifest.ts';

const MAX_MANIFEST_BYTES = 1 << 20;

/** An entry of the archive: its header, and its bytes as a stream. */
type Entry = Extract extends AsyncIterable<infer Item> ? Item : never;

/** A backup file that must not be restored. The message says which part is damaged. */
export class BackupDamage extends Error {
  constructor(file: string, finding: string, options?: ErrorOptions) {
    super(
      `The backup ${file} is damaged: ${finding}. Nothing was restored. Use another copy of it, or an earlier backup.`,
      options,
    );
    this.name = 'BackupDamage';
  }
}

/** A backup file for reading. It is a tar archive: the manifest first, then the parts that it lists. */
export class BackupArchive {
  readonly file: string;
  readonly manifest: BackupManifest;

  private constructor(file: string, manifest: BackupManifest) {
    this.file = file;
    this.manifest = manifest;
  }

  /** Reads the manifest and compares every part with it. Throws BackupDamage, or says that the file is no backup. */
  static async open(
    file: string,
    onPart: (part: BackupPart) => void = () => undefined,
    signal?: AbortSignal,
  ): Promise<BackupArchive> {
    const manifest = await readManifest(file);
    const archive = new BackupArchive(file, manifest);
    await archive.#verify(onPart, signal);
    return archive;
  }

  /** The lines of a compressed part, such as the records of the journal. */
  async *lines(name: string): AsyncGenerator<string> {
    for await (const entry of entriesOf(this.file)) {
      if (entry.header.name !== name) {
        entry.resume();
        continue;
      }
      const gunzip = createGunzip();
      // An error reaches the reader of `gunzip`.
      const feeding = pipeline(chunksOf(entry), gunzip).catch(() => undefined);
      yield* linesOf(gunzip);
      await feeding;
      return;
    }
  }

  /** Bytes of a part. */
  async bytes(name: string): Promise<Buffer> {
    for await (const entry of entriesOf(this.file)) {
      if (entry.header.name === name) return await bufferOf(entry);
      entry.resume();
    }
    throw new BackupDamage(this.file, `its part ${name} is missing`);
  }

  async #verify(onPart: (part: BackupPart) => void, signal: AbortSignal | undefined): Promise<void> {
    const missing = new Map(this.manifest.parts.map((part) => [part.name, part]));
    let last = MANIFEST_SUM_NAME;
    try {
      for await (const entry of entriesOf(this.file)) {
        const { name } = entry.header;
        const part = missing.get(name);
        if (part) onPart(part);
        const found = await measure(entry, signal);
        if (name === MANIFEST_NAME || name === MANIFEST_SUM_NAME) continue;
        if (!part) throw new BackupDamage(this.file, `it has a part ${name} that its manifest does not list`);
        if (found.bytes !== part.bytes || found.sha256 !== part.sha256)
          throw new BackupDamage(
            this.file,
            `its part ${name} is not the one that was written (SHA-256 differs)`,
          );
        missing.delete(name);
        last = name;
      }
    } catch (error) {
      if (error instanceof BackupDamage || signal?.aborted) throw error;
      throw new BackupDamage(this.file, `it cannot be read behind its part ${last} (${messageOf(error)})`, {
        cause: error,
      });
    }
    const [first] = missing.keys();
    if (first !== undefined)
      throw new BackupDamage(
        this.file,
        `it ends behind its part ${last}, and its part ${first} is missing: the file was cut off`,
      );
  }
}

async function readManifest(file: string): Promise<BackupManifest> {
  await access(file, constants.R_OK).catch((error: unknown) => {
    throw new Error(`The backup cannot be read: ${readProblem(file, error)}.`, { cause: error });
  });
  const text = await textOf(file, MANIFEST_NAME);
  const sum = await textOf(file, MANIFEST_SUM_NAME);
  if (text === undefined)
    throw new Error(`${file} is not a backup of Tapedeck, or its beginning is damaged: it has no manifest.`);
  if (sum === undefined || createHash('sha256').update(text).digest('hex') !== sum.toString('latin1'))
    throw new BackupDamage(file, 'its manifest is not the one that was written');
  const raw: unknown = JSON.parse(text.toString('utf8'));
  const form = v.parse(v.object({ form: v.number() }), raw);
  if (form.form > BACKUP_FORM)
    throw new Error(
      `The backup ${file} has form ${form.form}, and this version of Tapedeck reads form ${BACKUP_FORM} at most. Restore it with the version that made it, or a later one.`,
    );
  return v.parse(manifestSchema, raw);
}

/** An entry among the first two; undefined when it is not there or the file is no archive. */
async function textOf(file: string, name: string): Promise<Buffer | undefined> {
  let index = 0;
  try {
    for await (const entry of entriesOf(file)) {
      if (entry.header.name === name && (entry.header.size ?? 0) <= MAX_MANIFEST_BYTES)
        return await bufferOf(entry);
      index += 1;
      if (index === 2) return undefined;
      entry.resume();
    }
  } catch {
    // The caller says that there is no manifest.
  }
  return undefined;
}

async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const archive = extract();
  const source = createReadStream(file);
  // The iterator reports errors; one that comes after the last entry that is read is not needed.
  archive.on('error', () => undefined);
  source.once('error', (error) => archive.destroy(error));
  source.pipe(archive);
  const entries = archive[Symbol.asyncIterator]();
  try {
    for (let next = await entries.next(); !next.done; next = await entries.next()) yield next.value;
  } finally {
    source.unpipe(archive);
    source.destroy();
    archive.destroy();
  }
}

async function measure(
  entry: Entry,
  signal: AbortSignal | undefined,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunksOf(entry)) {
    signal?.throwIfAborted();
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function bufferOf(entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of chunksOf(entry)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Chunks instead of the stream: `pipeline` would destroy the entry at its end, and the archive with it. */
async function* chunksOf(entry: Entry): AsyncGenerator<Buffer> {
  // An entry without an encoding yields buffers.
  for await (const chunk of entry as AsyncIterable<Buffer>) yield chunk;
}
