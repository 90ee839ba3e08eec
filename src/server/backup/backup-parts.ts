import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { MANIFEST_NAME, MANIFEST_SUM_NAME, type BackupManifest, type BackupPart } from './backup-manifest.ts';

/** The parts of a backup, each a file in a temporary folder until they are packed. */
export class BackupParts {
  readonly written: BackupPart[] = [];
  readonly #folder: string;
  readonly #signal: AbortSignal | undefined;

  constructor(folder: string, signal: AbortSignal | undefined) {
    this.#folder = folder;
    this.#signal = signal;
  }

  /** Writes a compressed part. Each text is one line or several, with its line feeds. */
  async addLines(name: string, texts: AsyncIterable<string>): Promise<void> {
    await this.#add(name, (meter, path) =>
      pipeline(
        Readable.from(texts, { objectMode: true }),
        createGzip(),
        meter,
        createWriteStream(path, { mode: 0o600 }),
        { signal: this.#signal },
      ),
    );
  }

  /** Writes a part as it is. */
  async addBytes(name: string, bytes: Buffer): Promise<void> {
    await this.#add(name, (meter, path) =>
      pipeline(Readable.from([bytes]), meter, createWriteStream(path, { mode: 0o600 }), {
        signal: this.#signal,
      }),
    );
  }

  /** Packs the manifest and all parts into one file, which is on the disk when this resolves. */
  async packInto(file: string, manifest: BackupManifest): Promise<void> {
    const archive = pack();
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    const feeding = (async () => {
      archive.entry({ name: MANIFEST_NAME, mode: 0o600 }, text);
      archive.entry(
        { name: MANIFEST_SUM_NAME, mode: 0o600 },
        createHash('sha256').update(text).digest('hex'),
      );
      for (const { name, bytes } of manifest.parts)
        await pipeline(
          createReadStream(join(this.#folder, name)),
          archive.entry({ name, size: bytes, mode: 0o600 }),
        );
      archive.finalize();
    })();
    const writing = pipeline(archive, createWriteStream(file, { mode: 0o600 }), { signal: this.#signal });
    // When one of the two fails, the other must not wait for it.
    feeding.catch((error: unknown) => archive.destroy(error instanceof Error ? error : new Error('unknown')));
    const [fed, wrote] = await Promise.allSettled([feeding, writing]);
    if (wrote.status === 'rejected') throw wrote.reason;
    if (fed.status === 'rejected') throw fed.reason;
    await syncPath(file);
  }

  async #add(name: string, write: (meter: Transform, path: string) => Promise<void>): Promise<void> {
    const path = join(this.#folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const hash = createHash('sha256');
    let bytes = 0;
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    await write(meter, path);
    this.written.push({ name, bytes, sha256: hash.digest('hex') });
  }
}

/** Makes a file, or the names in a folder, durable. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
