import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { newYorkMs } from '../../../src/domain/calendar/new-york-time.ts';
import { createDeskServer, fill, renderTool } from '../../../src/testing/index.ts';
import { axeFindings } from '../../../src/testing/tool-check/frame-checks.ts';
import { algoStream } from '../manifest.ts';
import { liveInstance, strategy } from '../testing/fakes.ts';
import type { Instance } from '../types.ts';

const GRID = { Columns: [{ Id: 'Status', Width: 260 }], Sort: null, Expanded: ['own:Cross'] };
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const;
const TERMS = { IsOn: true, Days: [...DAYS], Start: 571, Stop: 955 };
const SCHEDULE: NonNullable<Instance['Schedule']> = {
  ...TERMS,
  Next: { Action: 'Stop', At: newYorkMs('2026-03-02', 955) },
  LastStart: null,
  Problem: '',
};

/** Shows AlgoStream with a live run; the server stores the schedules that are set. */
async function openRun(change: Partial<Instance> = {}, refusal = '') {
  const server = createDeskServer();
  const sent: unknown[] = [];
  const shown = liveInstance({ Account: 'DEMO-1', ...change });
  server.on('strategyList', () =>
    server.send('trading', 'strategies', {
      IsPublic: false,
      Items: [strategy({ Instances: [shown] })],
      HasMore: false,
    }),
  );
  server.on('publicStrategyList', () =>
    server.send('trading', 'strategies', { IsPublic: true, Items: [], HasMore: false }),
  );
  server.on('loadAlgoTradingStrategy', ({ Name }) => {
    server.send('trading', 'strategyLoaded', { Name, Result: 'Loaded', Code: 'code', Parameters: '' });
  });
  server.on('startStrategy', ({ Schedule }) => void sent.push(Schedule));
  server.on('setStrategySchedule', ({ Name, InstanceId, Schedule }) => {
    sent.push(Schedule);
    if (refusal !== '')
      return server.send('trading', 'strategyRefused', { Name, StrategyId: 0, InstanceId, Message: refusal });
    const Instance = { ...shown, Schedule: Schedule && { ...SCHEDULE, ...Schedule } };
    server.send('trading', 'strategyStatusUpdate', { Name, StrategyId: 0, Instance });
  });
  const { user, frame } = await renderTool(algoStream, server, { StrategyGrid: GRID });
  const openMenu = async (name: string, target: HTMLElement) => {
    await user.pointer({ keys: '[MouseRight]', target });
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  const statusCell = (text: RegExp | string) => within(frame).findByText(text);
  return { user, frame, sent, openMenu, statusCell };
}

async function openSchedule(change: Partial<Instance> = {}, refusal = '') {
  const opened = await openRun(change, refusal);
  await opened.openMenu('Schedule…', await opened.statusCell(/^Running/));
  const element = await screen.findByRole('dialog', { name: 'Schedule - Cross' });
  return { ...opened, element, dialog: within(element) };
}

test('sets the schedule of a run, and shows its next stop beside the status', async () => {
  const { user, dialog, element, sent, frame } = await openSchedule();
  expect(await axeFindings(element)).toEqual([]);
  await user.click(dialog.getByRole('checkbox', { name: 'Start and stop at set times' }));
  expect(element.textContent).toContain('First scheduled start:');
  await user.click(dialog.getByRole('checkbox', { name: 'Wednesday' }));
  await fill(user, dialog.getByRole('textbox', { name: 'Scheduled start' }), '10:00');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  const Days = DAYS.filter((day) => day !== 'Wednesday');
  expect(sent).toEqual([{ ...TERMS, Days, Start: 600 }]);
  expect(await within(frame).findByText('stops Mon, Mar 2 15:55')).not.toBeNull();
});

test('switches a schedule off and keeps its times', async () => {
  const { user, dialog, sent } = await openSchedule({ Schedule: { ...SCHEDULE, Days: ['Friday'] } });
  await user.click(dialog.getByRole('checkbox', { name: 'Start and stop at set times' }));
  await user.keyboard('{Enter}');
  await expect.poll(() => sent).toEqual([{ ...TERMS, IsOn: false, Days: ['Friday'] }]);
});

test('refuses times and days that make no schedule, and marks only the field that is wrong', async () => {
  const { user, dialog, sent } = await openSchedule({ Schedule: SCHEDULE });
  const [start, stop] = ['Scheduled start', 'Scheduled stop'].map((name) =>
    dialog.getByRole('textbox', { name }),
  );
  if (!start || !stop) throw new Error('the times are missing');
  const marked = () => [start, stop].map((field) => field.getAttribute('aria-invalid') === 'true');
  const alert = async (text: string) => {
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByText(text)).getAttribute('role')).toBe('alert');
    expect(dialog.getAllByRole('alert').filter(({ textContent }) => textContent !== '')).toHaveLength(1);
  };
  await fill(user, stop, '9:30');
  await alert('The stop must be after the start');
  expect(marked()).toEqual([false, true]);
  await fill(user, stop, 'noon');
  await alert('Enter the stop as HH:mm, up to 24:00');
  expect(marked()).toEqual([false, true]);
  await fill(user, stop, '24:00');
  await fill(user, start, '24:00');
  await alert('Enter the start as HH:mm, from 00:00 to 23:59');
  expect(marked()).toEqual([true, false]);
  await fill(user, start, '9:31');
  for (const name of DAYS) await user.click(dialog.getByRole('checkbox', { name }));
  await alert('Choose at least one day');
  expect(marked()).toEqual([false, false]);
  expect(sent).toEqual([]);
});

test('offers to start a waiting run now, and to remove its schedule', async () => {
  const { user, frame, sent, openMenu, statusCell } = await openRun({
    Status: 'Stopped',
    Schedule: SCHEDULE,
  });
  const status = await statusCell('Waiting');
  expect(status.textContent).toBe('Waiting starts Tue, Mar 3 09:31');
  await user.pointer({ keys: '[MouseRight]', target: status });
  await screen.findByRole('menuitem', { name: 'Start now…' });
  expect(screen.queryByRole('menuitem', { name: 'Stop' })).toBeNull();
  expect(screen.queryByRole('menuitem', { name: 'Resume…' })).toBeNull();
  await user.keyboard('{Escape}');
  await openMenu('Remove schedule…', status);
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await expect.poll(() => sent).toEqual([null]);
  expect((await within(frame).findByText('Stopped')).textContent).toBe('Stopped');
});

test('shows the refusal of the server, and why the last scheduled start failed', async () => {
  const Problem = 'The scheduled start at 09:31 failed: no luck';
  const { user, dialog, frame } = await openSchedule({ Schedule: { ...SCHEDULE, Problem } }, 'Not now');
  expect(within(frame).getByText('no scheduled start').parentElement?.title).toBe(Problem);
  expect(dialog.getByText(Problem)).not.toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByText('Not now')).getAttribute('role')).toBe('alert');
});

test('a start dialog begins with the schedule of the run, and can wait for the first scheduled start', async () => {
  const Schedule = { ...SCHEDULE, Days: ['Monday' as const] };
  const { user, sent, openMenu, statusCell } = await openRun({ Status: 'Stopped', Schedule });
  await openMenu('Start now…', await statusCell(/^Waiting/));
  const element = await screen.findByRole('dialog', { name: /^Start strategy - Cross/ });
  const dialog = within(element);
  expect(dialog.getByText('Schedule').closest('details')?.open).toBe(true);
  await user.click(dialog.getByRole('checkbox', { name: 'Wait for the first scheduled start' }));
  expect(await axeFindings(element)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Save schedule' }));
  await expect.poll(() => sent).toEqual([{ ...TERMS, Days: ['Monday'], WaitsForStart: true }]);
});

test('a start dialog sends no schedule unless one is set, and keeps a wrong one in view', async () => {
  const { user, sent, openMenu, statusCell } = await openRun({ Status: 'Stopped' });
  await openMenu('Resume…', await statusCell('Stopped'));
  const dialog = within(await screen.findByRole('dialog', { name: /^Start strategy - Cross/ }));
  const section = dialog.getByText('Schedule').closest('details');
  expect(section?.open).toBe(false);
  await user.click(dialog.getByText('Schedule'));
  await user.click(dialog.getByRole('checkbox', { name: 'Start and stop at set times' }));
  const start = dialog.getByRole('textbox', { name: 'Scheduled start' });
  await fill(user, start, '16:00');
  await user.click(dialog.getByRole('button', { name: 'Start' }));
  await expect
    .poll(() => document.activeElement)
    .toBe(dialog.getByRole('textbox', { name: 'Scheduled stop' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Start and stop at set times' }));
  await user.click(dialog.getByRole('button', { name: 'Start' }));
  await expect.poll(() => sent).toEqual([undefined]);
});
