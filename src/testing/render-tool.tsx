import { waitFor } from '@testing-library/dom';
import { plugins as installed } from '../../plugins/index.ts';
import type { MemoryServer } from '../client/testing/memory-server.ts';
import { createPluginRegistry, type AnyPlugin, type ToolWindow } from '../plugin-api/index.ts';
import { firstWorkspaces } from '../workstation/workspace/first-workspaces.ts';
import { createDeskServer, renderSignedIn, type RenderedDesk } from './render-desk.tsx';

/** A tool on the page, and the workstation around it. */
export interface RenderedTool extends RenderedDesk {
  /** The frame of the tool: title bar and content. */
  readonly frame: HTMLElement;
  /** The window as the tool sees it. */
  readonly window: ToolWindow<unknown>;
}

/**
 * Renders a tool alone in the workspace of a signed-in user, with the real stores, dialogs, menus and title bar, over a server in
 * memory. `state` replaces parts of the tool's initial state. Resolves once its frame is shown. It is closed after the test.
 *
 * @example
 * ```tsx
 * import { within } from '@testing-library/dom';
 * import { expect, test } from 'vitest';
 * import type { AnyPlugin } from '@tapedeck/plugin-api';
 * import { createDeskServer, renderTool } from '@tapedeck/plugin-api/testing';
 *
 * declare const lastPrice: AnyPlugin;
 *
 * test('shows the company of its symbol', async () => {
 *   const { frame } = await renderTool(lastPrice, createDeskServer(), { Symbol: 'AAPL' });
 *   expect(await within(frame).findByText('Apple Inc')).toBeDefined();
 * });
 * ```
 */
export async function renderTool(
  plugin: AnyPlugin,
  server: MemoryServer = createDeskServer(),
  state: object = {},
): Promise<RenderedTool> {
  const data = { ...Object(plugin.state.initial), ...state };
  const tool = { id: plugin.id, version: plugin.state.migrations.length, data };
  server.stored.Workspace = JSON.stringify(firstWorkspaces([tool]));
  const others = installed.all.filter(({ id }) => id !== plugin.id);
  const rendered = await renderSignedIn({
    path: '/workspace',
    server,
    plugins: createPluginRegistry([...others, plugin]),
  });
  return waitFor(() => {
    const frame = document.querySelector<HTMLElement>(`[data-tool="${plugin.id}"]`);
    const window = rendered.desk.windows.get(frame?.dataset['windowId'] ?? '');
    if (frame === null || window === undefined) throw new Error(`${plugin.title} is not shown yet`);
    return Object.assign(rendered, { frame, window });
  });
}
