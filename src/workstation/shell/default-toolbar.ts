import type { PluginRegistry } from '../../plugin-api/index.ts';

/** Ids of the tools that manifests put into the toolbar of a user who has not chosen its tools, in their order. */
export function defaultToolbar({ all }: Pick<PluginRegistry, 'all'>): readonly string[] {
  return all
    .flatMap(({ id, toolbarPlace }) => (toolbarPlace === undefined ? [] : [{ id, toolbarPlace }]))
    .toSorted((before, after) => before.toolbarPlace - after.toolbarPlace)
    .map(({ id }) => id);
}
