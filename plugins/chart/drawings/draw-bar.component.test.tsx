import { screen, within } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeskServer, installCanvas, renderTool } from '../../../src/testing/index.ts';
import { chart } from '../manifest.ts';
import { drawModeOf } from './draw-mode.ts';

beforeEach(installCanvas);
afterEach(() => vi.restoreAllMocks());

test('the draw tools stay open beside the chart, also after a reload, and are chosen by a click or a key', async () => {
  const { frame, window, user, reload } = await renderTool(chart, createDeskServer(), { Symbol: 'AAPL' });
  const bar = () => within(document.body).queryByRole('toolbar', { name: 'Draw tools' });
  const plot = await within(frame).findByRole('application');
  expect(bar()).toBeNull();
  await user.click(within(frame).getByRole('button', { name: 'Draw tools' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Keep the tools open' }));
  const tool = (name: string) => within(bar() ?? document.body).getByRole('button', { name });
  await user.click(tool('Line'));
  expect([drawModeOf(window).get().tool, tool('Line').ariaPressed]).toEqual(['line', 'true']);
  plot.focus();
  await user.keyboard('{Alt>}[KeyH]{/Alt}');
  expect([drawModeOf(window).get().tool, tool('Line').ariaPressed]).toEqual(['horizontal-line', 'false']);
  // With Ctrl the key is the browser's own.
  await user.keyboard('{Control>}{Alt>}[KeyT]{/Alt}{/Control}');
  expect(drawModeOf(window).get().tool).toBe('horizontal-line');
  await user.click(tool('Snap to prices'));
  expect(drawModeOf(window).get().isSnapping).toBe(false);
  await user.click(tool('Stop drawing'));
  expect(drawModeOf(window).get().tool).toBe('none');
  reload();
  await expect.poll(bar).not.toBeNull();
});
