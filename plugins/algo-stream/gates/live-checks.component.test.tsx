import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { createDeskServer, fill, renderTool } from '../../../src/testing/index.ts';
import { axeFindings } from '../../../src/testing/tool-check/frame-checks.ts';
import { algoStream } from '../manifest.ts';
import { strategy } from '../testing/fakes.ts';
import type { GateCheck } from '../types.ts';

const KEY = 'a'.repeat(64);
const TERMS = {
  Parameters: 'fast = 10',
  IntradayPositionsOnly: false,
  FirstTradingIntervalStart: 570,
  FirstTradingIntervalEnd: 960,
  SecondTradingIntervalStart: 0,
  SecondTradingIntervalEnd: 0,
  IncludeOffMarket: false,
  ShareLimit: -1,
  DollarLimit: -1,
};
const check = (change: Partial<GateCheck> = {}): GateCheck => ({
  CheckId: 'check-1',
  Name: 'Cross',
  StrategyId: 0,
  State: 'Completed',
  Message: '',
  StartedAt: Date.UTC(2026, 2, 2, 15),
  FinishedAt: Date.UTC(2026, 2, 2, 15, 1),
  CodeKey: KEY,
  Version: 3,
  Symbol: 'SPY',
  RunCount: 17,
  DoneCount: 17,
  Terms: { ...TERMS, From: Date.UTC(2025, 11, 2, 5), To: Date.UTC(2026, 2, 2, 15) },
  Gates: [
    { Gate: 'LookAhead', Verdict: 'Passed', Text: '9 of 9 orders are the same.' },
    { Gate: 'WarmUp', Verdict: 'NotApplicable', Text: 'The period has one session.' },
    { Gate: 'Fills', Verdict: 'Failed', Text: 'The profit of $5.00 becomes -$3.00.' },
    { Gate: 'Parameters', Verdict: 'Warning', Text: '3 of 4 neighbours have a profit.' },
  ],
  ...change,
});

/** Opens the dialog of a live start, with the checks that the server keeps. */
async function openLive(kept: readonly GateCheck[], isRequired = false) {
  const server = createDeskServer();
  const sent: { name: string; CheckId: string }[] = [];
  server.on('strategyList', () =>
    server.send('trading', 'strategies', { IsPublic: false, Items: [strategy()], HasMore: false }),
  );
  server.on('publicStrategyList', () =>
    server.send('trading', 'strategies', { IsPublic: true, Items: [], HasMore: false }),
  );
  server.on('loadAlgoTradingStrategy', ({ Name }) => {
    server.send('trading', 'strategyLoaded', {
      Name,
      Result: 'Loaded',
      Code: 'code',
      Parameters: 'fast = 10',
    });
  });
  server.on('requestStrategyGates', ({ Name, StrategyId }) => {
    server.send('trading', 'strategyGates', {
      ...{ Name, StrategyId, CodeKey: KEY, IsRequired: isRequired, Items: [...kept], HasMore: false },
    });
  });
  const push = (Check: GateCheck): void => server.send('trading', 'strategyGatesStatus', { Check });
  server.on('startStrategyGates', (body) => {
    sent.push({ name: 'start', ...body });
    push(check({ CheckId: body.CheckId, State: 'Running', RunCount: 0, DoneCount: 0, Gates: [] }));
  });
  server.on('cancelStrategyGates', (body) => {
    sent.push({ name: 'cancel', ...body });
    push(check({ CheckId: body.CheckId, State: 'Cancelled', Gates: [] }));
  });
  const { user, frame } = await renderTool(algoStream, server);
  const cell = await within(frame).findByText('Cross (no limit)');
  await user.pointer({ keys: '[MouseRight]', target: cell });
  await user.click(await screen.findByRole('menuitem', { name: 'Start…' }));
  const dialog = await screen.findByRole('dialog', { name: /^Start strategy - Cross/ });
  const section = within(dialog).getByRole('region', { name: 'Checks before a live start' });
  const rows = () =>
    within(section)
      .getAllByRole('listitem')
      .map((row) => row.textContent);
  const state = () => within(section).getByRole('status').textContent;
  return { user, dialog, section: within(section), element: section, sent, push, rows, state };
}

test('says what each check does before there is a result', async () => {
  const { rows, state, element } = await openLive([]);
  await expect.poll(state).toBe('Not checked yet.');
  expect(rows()).toHaveLength(4);
  expect(rows()[0]).toBe('Look-aheadNot checkedThe same orders when later data differ.');
  expect(await axeFindings(element)).toEqual([]);
});

test('shows the results of this code with these settings, and none after a change of the settings', async () => {
  const { user, dialog, rows, state, element } = await openLive([check()], true);
  await expect.poll(state).toContain('version 3, SPY from 2025-12-02 to 2026-03-02.');
  expect(state()).toContain('This server needs passed checks for a live start.');
  expect(rows()).toEqual([
    'Look-aheadPassed9 of 9 orders are the same.',
    'Warm-upNot applicableThe period has one session.',
    'FillsFailedThe profit of $5.00 becomes -$3.00.',
    'ParametersWarning3 of 4 neighbours have a profit.',
  ]);
  expect(await axeFindings(element)).toEqual([]);
  await fill(user, within(dialog).getByRole('textbox', { name: 'Parameters' }), 'fast = 11');
  expect(state()).toContain('The last check is of other settings (version 3, ');
  expect(rows()[2]).toContain('Not checked');
});

test('does not count a check of other code', async () => {
  const { rows, state } = await openLive([check({ CodeKey: 'b'.repeat(64) })]);
  await expect.poll(state).toContain('The last check is of other code (version 3, ');
  expect(rows()[0]).toContain('Not checked');
});

test('runs the checks over the chosen period, shows their progress and their results', async () => {
  const { user, section, sent, push, rows, state } = await openLive([]);
  await expect.poll(state).toBe('Not checked yet.');
  await user.click(section.getByRole('combobox', { name: 'Period of the checks' }));
  await user.click(await screen.findByRole('option', { name: 'Last year' }));
  await user.click(section.getByRole('button', { name: 'Check now' }));
  await expect.poll(state).toBe('Running: waiting for the first backtest.');
  const { CheckId } = sent[0] ?? { CheckId: '' };
  expect(sent[0]).toMatchObject({ ...TERMS, Name: 'Cross', StrategyId: 0, Code: 'code' });
  const { From = 0, To = 0 } = sent[0] as unknown as { From?: number; To?: number };
  expect([From, To].map(Number.isInteger)).toEqual([true, true]);
  expect(Math.round((To - From) / 86_400_000)).toBeGreaterThanOrEqual(365);
  push(check({ CheckId, State: 'Running', DoneCount: 3, Gates: [] }));
  await expect.poll(state).toBe('Running: 3 of 17 backtests.');
  push(check({ CheckId }));
  await expect.poll(() => rows()[2]).toBe('FillsFailedThe profit of $5.00 becomes -$3.00.');
  expect(section.getByRole('button', { name: 'Check now' }).getAttribute('aria-disabled')).not.toBe('true');
});

test('cancels the checks that run with the keyboard', async () => {
  const { user, section, sent, state } = await openLive([]);
  await expect.poll(state).toBe('Not checked yet.');
  section.getByRole('button', { name: 'Check now' }).focus();
  await user.keyboard('{Enter}');
  await expect.poll(state).toBe('Running: waiting for the first backtest.');
  // The button keeps the focus under its new name.
  expect(document.activeElement).toBe(section.getByRole('button', { name: 'Cancel checks' }));
  await user.keyboard('{Enter}');
  await expect.poll(state).toBe('Not checked yet.');
  expect(sent.map(({ name }) => name)).toEqual(['start', 'cancel']);
});

test('shows why the checks could not be run', async () => {
  const { state, section } = await openLive([
    check({ State: 'Failed', Message: 'no luck (line 3)', Gates: [] }),
  ]);
  await expect.poll(state).toBe('Could not be run: no luck (line 3)');
  expect(section.getByRole('button', { name: 'Check now' }).getAttribute('aria-disabled')).not.toBe('true');
});
