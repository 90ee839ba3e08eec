import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';

const projectManifest = v.object({
  version: v.string(),
  license: v.string(),
  dependencies: v.record(v.string(), v.string()),
  devDependencies: v.record(v.string(), v.string()),
});

/** What the packages of the project take from its `package.json`. */
export type ProjectManifest = v.InferOutput<typeof projectManifest>;

/** Reads the `package.json` of the project. */
export const readProjectManifest = (root: string): ProjectManifest =>
  v.parse(projectManifest, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

/** The folder that the command line names with `--out`, or else `dist-packages/NAME` of the project. */
export function outFolder(root: string, name: string): string {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  // npm starts programs in the folder of the project; a path is one of the folder in which the command was entered.
  const { INIT_CWD: enteredIn = process.cwd() } = process.env;
  return values.out === undefined ? join(root, 'dist-packages', name) : resolve(enteredIn, values.out);
}

/** Empties the folder of a package. Throws for a folder with something else in it, which a wrong path would lose. */
export function emptyPackageFolder(folder: string, packageName: string): void {
  checkReplaceable(folder, packageName);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

function checkReplaceable(folder: string, packageName: string): void {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return;
  const file = join(folder, 'package.json');
  const named = v.object({ name: v.literal(packageName) });
  const found = existsSync(file) && v.safeParse(named, JSON.parse(readFileSync(file, 'utf8'))).success;
  if (!found) throw new Error(`${folder} is not empty and has no ${packageName}: name another folder.`);
}

/** Writes `package.json`, licence and README of a package. */
export function writePackageFiles(root: string, folder: string, manifest: object, readme: string): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(readme, join(folder, 'README.md'));
}
