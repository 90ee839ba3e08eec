import { screen, within } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { at, columnAt } from '../../src/domain/studies/columns.ts';
import { defineStudy } from '../../src/domain/studies/study.ts';
import { createDeskServer, installCanvas, renderTool } from '../../src/testing/index.ts';
import { chart } from './manifest.ts';
import type { ChartState } from './state.ts';

beforeEach(installCanvas);
afterEach(() => vi.restoreAllMocks());

async function openChart(plugin = chart, state: Partial<ChartState> = {}) {
  const { frame, window, user, desk } = await renderTool(plugin, createDeskServer(), {
    Symbol: 'AAPL',
    ...state,
  });
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

describe('a study that a tool contributes', () => {
  const pressure = defineStudy({
    id: 'pressure',
    title: 'Pressure',
    help: 'Where the close lies in the range of the bar.',
    pane: 'own',
    parameters: { scale: { label: 'Scale', min: 1, max: 50, step: 1, default: 10 } },
    outputs: [{ id: 'pressure', title: 'Pressure', form: 'line', tone: 'main', format: 'number' }],
    workColumns: 0,
    stateLength: 0,
    warmUpBars: () => 0,
    compute({ high, low, close }, from, to, _parameters, columns) {
      for (let i = from; i < to; i += 1)
        columnAt(columns, 0)[i] = (at(close, i) - at(low, i)) / (at(high, i) - at(low, i));
    },
  });
  const contributor = { ...chart, studies: [pressure] };

  test('is chosen in the dialog like any other, named in the legend, and stored under the id of its tool', async () => {
    const opened = await openChart(contributor);
    const { user, frame, indicators } = opened;
    const dialog = await openStudies(opened);
    await user.type(dialog.getByRole('searchbox', { name: 'Find a study' }), 'press{Enter}');
    expect(dialog.getByText('Shown in a pane of its own. Added by Chart.')).toBeDefined();
    const scale = dialog.getByRole('textbox', { name: 'Scale' });
    await user.clear(scale);
    await user.type(scale, '99');
    expect(dialog.getByText('Check the numbers of Pressure.')).toBeDefined();
    await user.clear(scale);
    await user.type(scale, '20');
    await user.click(dialog.getByRole('button', { name: 'Ok' }));
    expect(indicators().at(-1)).toEqual({ Id: 'chart.pressure', Parameters: { scale: 20 } });
    const legend = within(frame);
    expect(legend.getByRole('button', { name: 'Pressure (20): settings' })).toBeDefined();
    await user.click(legend.getByRole('button', { name: 'Pressure (20): settings' }));
    const settings = within(await screen.findByRole('dialog', { name: 'Pressure' }));
    await user.click(settings.getByRole('button', { name: 'Remove' }));
    expect(indicators().map(({ Id }) => Id)).toEqual(['volume', 'trades']);
  });

  test('whose tool is gone leaves the other studies, is named in the legend, and stays until it is removed there', async () => {
    const opened = await openChart(chart, {
      Indicators: [
        { Id: 'gone.pressure', Parameters: { scale: 20 } },
        { Id: 'rsi', Parameters: { period: 14 } },
      ],
    });
    const { user, frame, indicators } = opened;
    const legend = within(frame);
    expect(legend.getByRole('button', { name: 'RSI (14): settings' })).toBeDefined();
    expect(legend.getByText('gone.pressure (not installed)')).toBeDefined();
    const dialog = await openStudies(opened);
    await user.click(dialog.getByRole('button', { name: 'Ok' }));
    expect(indicators().map(({ Id }) => Id)).toEqual(['rsi', 'gone.pressure']);
    await user.click(legend.getByRole('button', { name: 'Remove gone.pressure (not installed)' }));
    expect(indicators().map(({ Id }) => Id)).toEqual(['rsi']);
    expect(legend.queryByText('gone.pressure (not installed)')).toBeNull();
  });
});
