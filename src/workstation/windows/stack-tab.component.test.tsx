import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { marketView } from '../../../plugins/market-view/manifest.ts';
import { renderTool } from '../../testing/index.ts';

test('the window whose tab has the focus is the one that commands are for', async () => {
  const { desk, window } = await renderTool(marketView);
  await desk.commands.run('window.add-tab', { windowId: window.id });
  const [first, added] = await waitFor(() => {
    const tabs = screen.getAllByRole('tab').filter((tab) => tab.querySelector('[data-tab-of]') !== null);
    expect(tabs).toHaveLength(2);
    return tabs;
  });
  added?.focus();
  expect(desk.windows.focusedId()).toBe('1:Window2');
  first?.focus();
  expect(desk.windows.focusedId()).toBe(window.id);
  await desk.commands.run('window.close');
  await waitFor(() => expect(document.querySelector('[data-tool="market-view"]')).toBeNull());
});
