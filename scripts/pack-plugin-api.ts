/**
 * Builds the package `@tapedeck/plugin-api` for `npm pack`: modules, style sheet, declarations, package.json, README and licence.
 *
 *   npm run pack-plugin-api                  into dist-packages/plugin-api
 *   npm run pack-plugin-api -- --out FOLDER  into another folder, whose earlier package is replaced
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emptyPackageFolder, outFolder } from './lib/package-folder.ts';
import { packPluginApi, PLUGIN_API_PACKAGE } from './lib/plugin-api-package.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = outFolder(root, 'plugin-api');
emptyPackageFolder(folder, PLUGIN_API_PACKAGE);
await packPluginApi(join(root), folder);
console.log(`Packed ${PLUGIN_API_PACKAGE} into ${folder}. npm pack ${folder} makes a tarball of it.`);
