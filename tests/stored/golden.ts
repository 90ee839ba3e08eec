import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Set to rewrite the expected results (`*.read.json`) and the descriptions of the present shapes (`*.schema.*`). Fixtures are never rewritten. */
const isUpdate = process.env['TAPEDECK_STORED_SHAPES'] === 'write';
const ROOT = fileURLToPath(new URL('../fixtures/stored/', import.meta.url));
const WHAT_TO_DO = `
If stored data changes, releases before this change must stay readable (docs/how-to/add-a-migration.md):
1. Add a migration from the version before, unless the change is a new optional field with a default.
2. Keep all fixtures of tests/fixtures/stored, and add one of the new version.
3. Run: TAPEDECK_STORED_SHAPES=write npm run test:api -- tests/stored
4. Read the diff of the *.read.json files: no earlier version may lose data.`;

type Ending = 'json' | 'jsonl' | 'sql';

export interface Fixture {
  /** File name without its ending: the version of the data. */
  readonly version: string;
  readonly text: string;
}

/** The stored data of all versions of a shape, as releases wrote it. */
export function fixturesOf(shape: string, ending: Ending = 'json'): readonly Fixture[] {
  const folder = join(ROOT, shape);
  if (!existsSync(folder)) throw new Error(`${shape} has no fixtures in ${folder}.${WHAT_TO_DO}`);
  return readdirSync(folder)
    .filter((file) => file.endsWith(`.${ending}`) && !/\.(read|schema)\./.test(file))
    .sort()
    .map((file) => ({
      version: file.slice(0, -ending.length - 1),
      text: readFileSync(join(folder, file), 'utf8'),
    }));
}

/** Fails, saying what to do, when the text differs from the file that is checked in. */
function expectFile(shape: string, file: string, text: string, problem: string): void {
  const path = join(ROOT, shape, file);
  if (isUpdate) return writeFileSync(path, text);
  const expected = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text === expected) return;
  const [present, checkedIn] = [text.split('\n'), expected.split('\n')];
  const line = present.findIndex((content, index) => content !== checkedIn[index]);
  throw new Error(
    `${problem}\ntests/fixtures/stored/${shape}/${file}, line ${line + 1}:\n- ${checkedIn[line] ?? ''}\n+ ${present[line] ?? ''}\n${WHAT_TO_DO}`,
  );
}

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Compares what today's code reads from a fixture with the result that is checked in. */
export function expectRead(shape: string, version: string, result: unknown): void {
  expectFile(
    shape,
    `${version}.read.json`,
    jsonText(result),
    `${shape}: today's code reads the stored data of version ${version} differently.`,
  );
}

/** Compares the present shape with the description that is checked in, and requires a fixture of its version. `part` is put before the ending of the file. */
export function expectSchema(
  shape: string,
  version: string,
  schema: unknown,
  { ending = 'json', part = '' }: { readonly ending?: Ending; readonly part?: string } = {},
): void {
  if (!fixturesOf(shape, ending).some((fixture) => fixture.version === version))
    throw new Error(`${shape}: version ${version} has no fixture.${WHAT_TO_DO}`);
  expectFile(
    shape,
    `${version}${part}.schema.json`,
    jsonText(schema),
    `${shape}: the stored shape differs from the one of version ${version}.`,
  );
}
