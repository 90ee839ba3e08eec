import { screen, within } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDeskServer, installCanvas, renderTool } from '../../src/testing/index.ts';
import { chart } from './manifest.ts';
import type { ChartState } from './state.ts';

beforeEach(installCanvas);
afterEach(() => vi.restoreAllMocks());

async function openChart() {
  const { frame, window, user, desk } = await renderTool(chart, createDeskServer(), { Symbol: 'AAPL' });
  await within(frame).findByRole('application');
  // The window of a chart has the state of a chart.
  const indicators = () => (window.getState() as ChartState).Indicators;
  return { frame, indicators, user, desk };
}

async function openStudies(chartWindow: Awaited<ReturnType<typeof openChart>>) {
  const { frame, user } = chartWindow;
  await user.click(within(frame).getByRole('button', { name: 'Technical studies' }));
  return within(await screen.findByRole('dialog', { name: 'Technical studies' }));
}

async function choose(user: { click(target: Element): Promise<void> }, field: Element, option: string) {
  await user.click(field);
  await user.click(await screen.findByRole('option', { name: option }));
}

describe('the studies of a chart', () => {
  test('by the keyboard: a study is found, put on the chart, and a second one like it has numbers and a style of its own', async () => {
    const opened = await openChart();
    const { user, indicators, frame } = opened;
    const dialog = await openStudies(opened);
    await user.type(dialog.getByRole('searchbox', { name: 'Find a study' }), 'expon{Enter}');
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Show EMA' }).ariaChecked).toBe('true');
    const period = () => dialog.getByRole('textbox', { name: 'Period' });
    await user.clear(period());
    await user.type(period(), '9');
    await user.click(dialog.getByRole('button', { name: 'Add another' }));
    expect(dialog.getByRole('button', { name: 'EMA (9) 2' }).ariaPressed).toBe('true');
    // Its period is selected: it is typed over.
    await user.keyboard('20');
    await choose(user, dialog.getByRole('combobox', { name: 'Color' }), 'Teal');
    await choose(user, dialog.getByRole('combobox', { name: 'Source' }), 'HL2 (middle)');
    await user.click(dialog.getByRole('button', { name: 'Ok' }));
    expect(indicators().slice(2)).toEqual([
      { Id: 'ema', Parameters: { period: 9 } },
      { Id: 'ema', Parameters: { period: 20 }, Key: 'ema:2', Color: 'teal', Source: 'hl2' },
    ]);
    const legend = within(frame);
    expect(legend.getByRole('button', { name: 'EMA (9): settings' })).toBeDefined();
    await user.click(legend.getByRole('button', { name: 'Remove EMA (9)' }));
    expect(indicators().map(({ Key, Id }) => Key ?? Id)).toEqual(['volume', 'trades', 'ema:2']);
    expect(legend.getByRole('button', { name: 'EMA (20, HL2): settings' })).toBeDefined();
  });

  test('instances with the same numbers have different names in the legend, and each is removed in the dialog', async () => {
    const opened = await openChart();
    const { user, indicators, frame } = opened;
    let dialog = await openStudies(opened);
    await user.type(dialog.getByRole('searchbox', { name: 'Find a study' }), 'expon{Enter}');
    await user.click(dialog.getByRole('button', { name: 'Add another' }));
    await user.click(dialog.getByRole('button', { name: 'Ok' }));
    const legend = within(frame);
    expect(legend.getByRole('button', { name: 'EMA (20): settings' })).toBeDefined();
    expect(legend.getByRole('button', { name: 'EMA (20) 2: settings' })).toBeDefined();
    dialog = await openStudies(opened);
    await user.click(dialog.getByRole('button', { name: 'EMA (20) 2' }));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await user.click(dialog.getByRole('button', { name: 'Ok' }));
    expect(indicators().map(({ Key, Id }) => Key ?? Id)).toEqual(['volume', 'trades', 'ema']);
    expect(legend.queryByRole('button', { name: 'EMA (20) 2: settings' })).toBeNull();
  });

  test('an instance is hidden and shown again in the settings that its legend entry opens, and duplicated there', async () => {
    const { frame, user, indicators } = await openChart();
    const legend = within(frame);
    await user.click(await legend.findByRole('button', { name: 'Volume: settings' }));
    const settings = async () => within(await screen.findByRole('dialog', { name: 'Volume' }));
    await user.click((await settings()).getByRole('checkbox', { name: 'Hidden' }));
    await user.click((await settings()).getByRole('button', { name: 'Ok' }));
    expect(indicators()[0]).toEqual({ Id: 'volume', Parameters: {}, IsHidden: true });
    await user.click(legend.getByRole('button', { name: 'Volume (hidden): settings' }));
    await user.click((await settings()).getByRole('checkbox', { name: 'Hidden' }));
    await user.click((await settings()).getByRole('button', { name: 'Duplicate' }));
    expect(indicators().map(({ Key, Id }) => Key ?? Id)).toEqual(['volume', 'volume:2', 'trades']);
    expect(legend.getAllByRole('button', { name: /^Volume( 2)?: settings$/ })).toHaveLength(2);
    await user.click(within(frame).getByRole('button', { name: 'Scale' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Scale price only' }));
    await user.click(within(frame).getByRole('button', { name: 'Scale' }));
    expect((await screen.findByRole('menuitemcheckbox', { name: 'Scale price only' })).ariaChecked).toBe(
      'true',
    );
  });

  test('a favorite is stored with the settings and at the top when the dialog opens again', async () => {
    const opened = await openChart();
    const { user, desk } = opened;
    const dialog = await openStudies(opened);
    const first = () => within(dialog.getByRole('group', { name: 'Studies' })).getAllByRole('checkbox')[0];
    expect(first()?.getAttribute('aria-label') ?? first()?.textContent).not.toContain('MACD');
    await user.click(dialog.getByRole('button', { name: 'Favorite: MACD' }));
    await expect.poll(() => desk.platform.settings.get().favoriteStudies).toEqual(['macd']);
    expect(dialog.getByRole('button', { name: 'Favorite: MACD' }).ariaPressed).toBe('true');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    const again = await openStudies(opened);
    const rows = within(again.getByRole('group', { name: 'Studies' })).getAllByRole('checkbox');
    expect(rows[0]).toBe(again.getByRole('checkbox', { name: 'Show MACD' }));
  });
});
