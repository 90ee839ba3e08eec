import { screen, within } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDeskServer, installCanvas, renderTool } from '../../src/testing/index.ts';
import { chart } from './manifest.ts';
import type { ChartState } from './state.ts';

beforeEach(installCanvas);
afterEach(() => vi.restoreAllMocks());

async function openChart() {
  const { frame, window, user, desk } = await renderTool(chart, createDeskServer(), { Symbol: 'AAPL' });
  const plot = await within(frame).findByRole('application');
  // The window of a chart has the state of a chart.
  const state = () => window.getState() as ChartState;
  return { frame, window, state, user, desk, plot };
}

const field = () => screen.queryByRole('textbox', { name: 'Bar size' });
const meaning = () => within(screen.getByRole('form', { name: 'Type a bar size' })).getByRole('status');

describe('the bar sizes under a chart', () => {
  test('change the bars with one click, and mark the present size', async () => {
    const { frame, state, user } = await openChart();
    const sizes = within(await within(frame).findByRole('group', { name: 'Bar size' }));
    expect(sizes.getByRole('button', { name: '5m' }).getAttribute('aria-pressed')).toBe('true');
    await user.click(sizes.getByRole('button', { name: 'D' }));
    await expect.poll(() => state().Range).toMatchObject({ TimeFrame: 'Daily', BarSize: 'Daily' });
    await expect
      .poll(() => sizes.getByRole('button', { name: 'D' }).getAttribute('aria-pressed'))
      .toBe('true');
    const ranges = within(within(frame).getByRole('group', { name: 'Range' }));
    expect(ranges.getByRole('button', { name: '1Y' }).getAttribute('aria-pressed')).toBe('true');
  });

  test('are there in their order, each with its full name', async () => {
    const { frame } = await openChart();
    const sizes = within(await within(frame).findByRole('group', { name: 'Bar size' }));
    const buttons = sizes.getAllByRole('button');
    expect(buttons.map((button) => button.textContent)).toEqual([
      ...['1m', '2m', '3m', '4m', '5m', '10m', '15m', '20m', '30m', '1h'],
      ...['D', 'W', 'M', 'Q'],
    ]);
    expect(buttons.at(-1)?.getAttribute('title')).toBe('Quarterly');
  });
});

describe('a bar size typed in a chart', () => {
  test('begins with a digit, says what it means, and Enter applies it', async () => {
    const { plot, state, user } = await openChart();
    plot.focus();
    await user.keyboard('1');
    expect(field()).toBe(document.activeElement);
    await user.keyboard('5m');
    expect(meaning().textContent).toBe('15 Min, Enter applies it');
    await user.keyboard('{Enter}');
    expect(state().Range.BarSize).toBe('Minute15');
    expect(field()).toBeNull();
    expect(document.activeElement).toBe(plot);
  });

  test('begins with a comma for sizes without a digit', async () => {
    const { plot, state, user } = await openChart();
    plot.focus();
    await user.keyboard(',w{Enter}');
    expect(state().Range).toMatchObject({ TimeFrame: 'Weekly', BarSize: 'Weekly' });
  });

  test('begins with D, W or H, and is a step of undo', async () => {
    const { plot, state, user, desk } = await openChart();
    const before = state().Range;
    plot.focus();
    await user.keyboard('d');
    expect(meaning().textContent).toBe('Daily, Enter applies it');
    await user.keyboard('{Enter}');
    expect(state().Range).toMatchObject({ TimeFrame: 'Daily', BarSize: 'Daily' });
    expect(desk.undo.last()?.title).toBe('Change bar size of AAPL');
    await desk.commands.run('edit.undo');
    expect(state().Range).toEqual(before);
    await user.keyboard('h{Enter}');
    expect(state().Range.BarSize).toBe('Minute60');
  });

  test.each([
    ['m', 'Monthly', 'Monthly'],
    ['q', 'Quarterly', 'Quarterly'],
  ])('begins with %s for %s bars', async (key, label, size) => {
    const { plot, state, user } = await openChart();
    plot.focus();
    await user.keyboard(key);
    expect(meaning().textContent).toBe(`${label}, Enter applies it`);
    await user.keyboard('{Enter}');
    expect(state().Range.BarSize).toBe(size);
    expect(document.activeElement).toBe(plot);
  });

  test('is a symbol with Shift and Enter when it is a letter, which the box says', async () => {
    const { plot, state, user } = await openChart();
    const before = state().Range;
    plot.focus();
    await user.keyboard('m');
    expect(screen.getByText('Shift+Enter looks up the symbol M')).toBeDefined();
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    expect(field()).toBeNull();
    const lookup = within(await screen.findByRole('dialog', { name: 'Chart' }));
    expect(lookup.getByRole<HTMLInputElement>('combobox').value).toBe('M');
    expect(state().Range).toBe(before);
  });

  test.each(['ms', 'qq'])('gives way to the symbol lookup for %s', async (keys) => {
    const { plot, user } = await openChart();
    plot.focus();
    await user.keyboard(keys);
    const lookup = within(await screen.findByRole('dialog', { name: 'Chart' }));
    expect(lookup.getByRole<HTMLInputElement>('combobox').value).toBe(keys.toUpperCase());
  });

  test('gives way to the symbol lookup when the letters make a symbol', async () => {
    const { plot, user } = await openChart();
    plot.focus();
    await user.keyboard('di');
    expect(field()).toBeNull();
    const lookup = within(await screen.findByRole('dialog', { name: 'Chart' }));
    expect(lookup.getByRole<HTMLInputElement>('combobox').value).toBe('DI');
  });

  test('that does not exist stays in the box, which names the sizes; Escape changes nothing', async () => {
    const { plot, state, user } = await openChart();
    const before = state().Range;
    plot.focus();
    await user.keyboard('7{Enter}');
    expect(field()?.getAttribute('aria-invalid')).toBe('true');
    expect(meaning().textContent).toBe('Sizes: 1m, 2m, 3m, 4m, 5m, 10m, 15m, 20m, 30m, 1h, D, W, M, Q');
    await user.keyboard('{Escape}');
    expect(field()).toBeNull();
    expect(document.activeElement).toBe(plot);
    expect(state().Range).toBe(before);
  });

  test('can be typed after the command of the palette, too', async () => {
    const { desk, window, state, user } = await openChart();
    await desk.commands.run('chart.bar-size', { windowId: window.id });
    await expect.poll(field).toBe(document.activeElement);
    await user.keyboard('1h{Enter}');
    expect(state().Range.BarSize).toBe('Minute60');
  });

  test('0 still shows the whole range', async () => {
    const { plot, user } = await openChart();
    plot.focus();
    await user.keyboard('0');
    expect(field()).toBeNull();
  });
});
