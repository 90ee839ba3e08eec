import { waitFor } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { installCanvas } from './install-canvas.ts';
import { shownFrame } from './open-and-close.ts';
import { renderTool } from './render-tool.tsx';
import { toolsToCheck } from './tool-check/installed-tools.ts';

// The other component tests run React's production build, which is silent about keys that are missing, invalid nesting and unknown attributes.
beforeEach(installCanvas);

test('React warns of what is wrong in a tool', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  const [tool] = toolsToCheck();
  if (tool === undefined) throw new Error('no tool is installed');
  // oxlint-disable-next-line react/jsx-key -- React must warn of it
  const load = async () => ({ default: () => [<p>first</p>, <p>second</p>] });
  await renderTool({ ...tool, load });
  await waitFor(() => expect(shownFrame(tool).textContent).toContain('second'));
  expect(errors.mock.calls.map(String).join()).toContain('unique "key" prop');
  errors.mockRestore();
});

test.each(toolsToCheck().map((plugin) => [plugin.title, plugin] as const))(
  'React has no warning about %s',
  async (_, plugin) => {
    const errors = vi.spyOn(console, 'error');
    await renderTool(plugin);
    await waitFor(() => shownFrame(plugin));
    expect(errors.mock.calls.map((call) => call.join(' '))).toEqual([]);
    errors.mockRestore();
  },
);
