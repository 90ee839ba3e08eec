import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { restoreState, serializeState } from '../../plugin-api/index.ts';
import { finding, type CheckedTool, type Finding } from './checked-tool.ts';

const MIGRATE = 'See docs/how-to/add-a-migration.md.';

/**
 * The stored states of all versions: each has a fixture and is still read, and what is read is stored and read again without a change. `fixtures` is
 * the folder of the stored fixtures. `tests/stored` compares what is read, and the present shape, with the files that are checked in.
 */
export function storedFindings({ plugin: { id, state } }: CheckedTool, fixtures: string): Finding[] {
  const folder = `tests/fixtures/stored/tool-${id}`;
  const versions = Array.from({ length: state.migrations.length + 1 }, (_, version) => version);
  return versions.flatMap((version): Finding[] => {
    const path = join(fixtures, `tool-${id}`, `${version}.json`);
    if (!existsSync(path))
      return [
        finding(
          'stored-state',
          `Its stored state of version ${version} has no fixture.`,
          `Add ${folder}/${version}.json, a state as a workspace stores it.`,
        ),
      ];
    const data: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const read = restoreState(state, { version, data });
    if (!read.ok)
      return [
        finding(
          'stored-state',
          `It no longer reads ${folder}/${version}.json (${read.error}): users would lose their windows' state.`,
          `Add a migration from version ${version}, or give the new field a default with v.optional. ${MIGRATE}`,
        ),
      ];
    const again = restoreState(state, JSON.parse(JSON.stringify(serializeState(state, read.value))));
    return again.ok && JSON.stringify(again.value) === JSON.stringify(read.value)
      ? []
      : [
          finding(
            'stored-state',
            `The state that it reads from ${folder}/${version}.json is another one after it is stored and read again.`,
            'Let the schema accept what it returns, as JSON.',
          ),
        ];
  });
}
