import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the desk can do, for pages that must not promise more: the id of each tool in `plugins/index.ts`, and of each of its commands
 * (`market-view`, `market-view.columns`; commands of the platform without the tool: `order.place`). Read from the text of the list, of the
 * manifests and of a `commands.ts` beside one, because a build cannot run them; a test compares it with the real registry.
 */
export function deskFeatures(projectFolder: string): string[] {
  const list = readFileSync(join(projectFolder, 'plugins', 'index.ts'), 'utf8');
  const folders = [...list.matchAll(/from '\.\/([a-z0-9-]+)\/manifest\.tsx?'/g)].flatMap(
    ([, folder]) => folder ?? [],
  );
  return folders.flatMap((folder) => {
    const manifest = readFileSync(join(projectFolder, 'plugins', folder, 'manifest.ts'), 'utf8');
    const tool = /\bdefinePlugin(?:<\w+>)?\(\{\s*id: '([a-z0-9-]+)'/.exec(manifest)?.[1];
    if (tool === undefined)
      throw new Error(`plugins/${folder}/manifest.ts does not begin its definePlugin({ … }) with the id.`);
    const beside = join(projectFolder, 'plugins', folder, 'commands.ts');
    const declared = existsSync(beside) ? manifest + readFileSync(beside, 'utf8') : manifest;
    const commands = [...declared.matchAll(/\bid: '([a-z0-9.-]+)'/g)].flatMap(([, id]) =>
      id === undefined || id === tool ? [] : [id],
    );
    return [tool, ...commands.map((command) => (command.includes('.') ? command : `${tool}.${command}`))];
  });
}
