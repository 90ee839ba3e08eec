import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressedForms } from './compressed-files.ts';

test('a file has a Brotli and a gzip form with its content', async () => {
  const content = Buffer.from('const price = 27_123;\n'.repeat(100));
  const forms = await compressedForms(content);
  expect([...forms.keys()]).toEqual(['.br', '.gz']);
  expect(brotliDecompressSync(forms.get('.br') ?? '')).toEqual(content);
  expect(gunzipSync(forms.get('.gz') ?? '')).toEqual(content);
});

test('a small file, and one that compression does not make smaller, have none', async () => {
  expect([...(await compressedForms(Buffer.from('export {};'))).keys()]).toEqual([]);
  // Every byte value equally often, in an order without repetition.
  const mixed = Buffer.from(
    Array.from({ length: 1_500 }, (_, at) => (at * at * 31 + at * 17 + (at >> 3) * 101) % 251),
  );
  const once = (await compressedForms(mixed)).get('.br') ?? mixed;
  const again = await compressedForms(once);
  expect([...again.keys()]).toEqual([]);
});
