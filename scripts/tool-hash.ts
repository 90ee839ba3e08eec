/** Writes the SHA-256 of a third-party tool's entry into its `tool.json`: `npm run tool-hash -- FOLDER`. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readToolManifest } from '../src/tool-channel/index.ts';

const NO_HASH = '0'.repeat(64);

/** Returns the problems; empty after the hash was written. */
function writeHash(folder: string): readonly string[] {
  const path = join(folder, 'tool.json');
  const text = readFileSync(path, 'utf8');
  const withHash = (sha256: string): string => text.replace(/("sha256"\s*:\s*)"[^"]*"/, `$1"${sha256}"`);
  const manifest = readToolManifest(withHash(NO_HASH));
  if (!manifest.ok) return manifest.error;
  const entry = readFileSync(join(folder, manifest.value.entry));
  writeFileSync(path, withHash(createHash('sha256').update(entry).digest('hex')));
  return [];
}

const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error('Name the folder of a tool: npm run tool-hash -- FOLDER');
  process.exitCode = 1;
}
for (const folder of folders)
  for (const problem of writeHash(folder)) {
    console.error(`${folder}: ${problem}`);
    process.exitCode = 1;
  }
