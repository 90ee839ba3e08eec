import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Files that compression makes smaller; fonts of type woff2 and pictures are compressed already. */
const COMPRESSIBLE = /\.(?:js|css|svg|ttf)$/;
/** Smaller files fit into one packet as they are (bytes). */
const MIN_BYTES = 1_000;
/** 11 makes files 7 % smaller still and takes ten times as long, which every start after a change would wait for. */
const BROTLI_QUALITY = 9;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** The compressed forms of a file, by the ending of their names; none where they would not be smaller. */
export async function compressedForms(content: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  if (content.length < MIN_BYTES) return new Map();
  const forms = await Promise.all([
    brotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }).then((form) => ['.br', form] as const),
    // Browsers accept Brotli over https and at localhost only.
    gzipped(content, { level: 9 }).then((form) => ['.gz', form] as const),
  ]);
  return new Map(forms.filter(([, form]) => form.length < content.length));
}

/** Writes the compressed forms of each built script, style sheet and font beside it, so that the server has nothing to compress. */
export function compressedFiles(): Plugin {
  return {
    name: 'tapedeck-compressed-files',
    apply: 'build',
    async writeBundle({ dir = '.' }, bundle) {
      await Promise.all(
        Object.values(bundle)
          .filter(({ fileName }) => COMPRESSIBLE.test(fileName))
          .map(async (file) => {
            const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
            for (const [ending, form] of await compressedForms(content))
              await writeFile(join(dir, file.fileName + ending), form);
          }),
      );
    },
  };
}
