import { screen, within } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeskServer, installCanvas, renderTool } from '../../src/testing/index.ts';
import { chart } from './manifest.ts';
import type { ChartState } from './state.ts';

beforeEach(installCanvas);
afterEach(() => vi.restoreAllMocks());

async function openChart(change: Partial<ChartState> = {}) {
  const { frame, window, user } = await renderTool(chart, createDeskServer(), { Symbol: 'AAPL', ...change });
  const plot = await within(frame).findByRole('application');
  plot.focus();
  // The window of a chart has the state of a chart.
  return { state: () => window.getState() as ChartState, user };
}

test('Alt with L and P changes to the logarithmic and percent scale, and back', async () => {
  const { state, user } = await openChart();
  await user.keyboard('{Alt>}l{/Alt}');
  expect(state().Scale).toBe('log');
  await user.keyboard('{Alt>}p{/Alt}');
  expect(state().Scale).toBe('percent');
  await user.keyboard('{Alt>}p{/Alt}');
  expect(state().Scale).toBe('linear');
});

test('compared symbols keep their percent scale', async () => {
  const { state, user } = await openChart({ Compare: ['MSFT'] });
  await user.keyboard('{Alt>}l{/Alt}');
  expect(state().Scale).toBe('linear');
});

test('a slash opens the studies with the caret in their search, and Alt with G the date range', async () => {
  const { user } = await openChart();
  await user.keyboard('/');
  const studies = await screen.findByRole('dialog', { name: 'Technical studies' });
  expect(within(studies).getByRole('searchbox', { name: 'Find a study' })).toBe(document.activeElement);
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Technical studies' })).toBeNull();
  await user.keyboard('{Alt>}g{/Alt}');
  await screen.findByRole('dialog', { name: 'Symbol and date range' });
});

test('a click on Log or % below the chart changes the scale, and a second one changes it back', async () => {
  const { state, user } = await openChart();
  const scales = within(screen.getByRole('group', { name: 'Scale' }));
  const log = scales.getByRole('button', { name: 'Log' });
  await user.click(log);
  expect([state().Scale, log.getAttribute('aria-pressed')]).toEqual(['log', 'true']);
  await user.click(scales.getByRole('button', { name: '%' }));
  expect([state().Scale, log.getAttribute('aria-pressed')]).toEqual(['percent', 'false']);
  await user.click(scales.getByRole('button', { name: '%' }));
  expect(state().Scale).toBe('linear');
});

test('symbols that are compared are shown in percent: the scales below the chart cannot be changed', async () => {
  await openChart({ Compare: ['MSFT'] });
  const buttons = within(screen.getByRole('group', { name: 'Scale' })).getAllByRole('button');
  expect(buttons.map((button) => [button.textContent, button.getAttribute('aria-pressed')])).toEqual([
    ['Log', 'false'],
    ['%', 'true'],
  ]);
  for (const button of buttons) expect(button).toHaveProperty('disabled', true);
});

test('a click on the symbol, its letters and Enter show another symbol', async () => {
  const { state, user } = await openChart();
  await user.click(screen.getByRole('button', { name: 'AAPL: show another symbol' }));
  await screen.findByRole('combobox', { name: 'Symbol' });
  await user.keyboard('MSFT{Enter}');
  await expect.poll(() => state().Symbol).toBe('MSFT');
});
