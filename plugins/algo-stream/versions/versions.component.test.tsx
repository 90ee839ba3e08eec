import { screen, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { createDeskServer, renderTool, untilFocused, type MemoryServer } from '../../../src/testing/index.ts';
import type { CompareViewProps } from '../editor/CompareView.tsx';
import { algoStream } from '../manifest.ts';
import { instance, strategy } from '../testing/fakes.ts';
import type { StrategyVersion } from '../types.ts';

// The code editor needs a browser. The browser test has the real one.
vi.mock('../editor/CompareView.tsx', () => ({
  default: ({ label, before, after }: CompareViewProps) => (
    <p>
      {label}: {before} became {after}
    </p>
  ),
}));

const SAVED_MS = Date.UTC(2026, 2, 2, 15);
const version = (Version: number, change: Partial<StrategyVersion> = {}): StrategyVersion => ({
  Version,
  SavedAt: SAVED_MS + Version * 60_000,
  Browser: 'Firefox on Linux',
  Characters: 20,
  LinesAdded: 12,
  LinesRemoved: 3,
  SameAs: null,
  RunCount: 0,
  ...change,
});

interface Stored {
  readonly code: string;
  readonly parameters: string;
}

/** A server that keeps versions of the strategy "Cross" as the real one does, in pages of two. */
function serverWith(
  sources: Stored[],
  changes: Readonly<Record<number, Partial<StrategyVersion>>> = {},
): MemoryServer {
  const server = createDeskServer();
  const runs = [
    instance({ Account: 'DEMO-1', Version: 2 }),
    instance({ InstanceId: 'i2', Account: 'DEMO-1', Version: 2 }),
    instance({
      InstanceId: 'i3',
      Account: 'DEMO-1',
      Version: 2,
      StartedAt: Date.UTC(2026, 1, 2, 16),
    }),
  ];
  server.on('strategyList', () =>
    server.send('trading', 'strategies', {
      IsPublic: false,
      Items: [strategy({ Instances: runs })],
      HasMore: false,
    }),
  );
  server.on('publicStrategyList', () =>
    server.send('trading', 'strategies', { IsPublic: true, Items: [], HasMore: false }),
  );
  server.on('requestAlgoTradingStrategyVersions', ({ Name, Below }) => {
    const below = Below === 0 ? sources.length + 1 : Below;
    const numbers = [below - 1, below - 2].filter((number) => number >= 1);
    server.send('trading', 'strategyVersions', {
      Name,
      Below,
      Items: numbers.map((number) => version(number, changes[number])),
      HasMore: below > 3,
    });
  });
  server.on('requestAlgoTradingStrategyVersion', ({ Name, Version }) => {
    const source = sources[Version - 1];
    server.send('trading', 'strategyVersion', {
      Name,
      Version,
      Result: source === undefined ? 'NotFound' : 'Loaded',
      Code: source?.code ?? '',
      Parameters: source?.parameters ?? '',
    });
  });
  server.on('updateAlgoTradingStrategy', ({ Name, OriginalName, Code, Parameters }) => {
    sources.push({ code: Code, parameters: Parameters });
    server.send('trading', 'strategySaved', { Name, OriginalName, Result: 'SaveOK', Message: '' });
  });
  return server;
}

const GRID = { Columns: [{ Id: 'Status', Width: 120 }], Sort: null, Expanded: [] };
const SOURCES = (): Stored[] => [
  { code: 'first', parameters: '' },
  { code: 'second', parameters: '' },
  { code: 'third', parameters: 'fast = 10' },
];

async function openMenu(server: MemoryServer, Expanded: readonly string[] = []) {
  const rendered = await renderTool(algoStream, server, { StrategyGrid: { ...GRID, Expanded } });
  const heading = await within(rendered.frame).findByText('Cross (no limit)');
  await rendered.user.pointer({ keys: '[MouseRight]', target: heading });
  await screen.findByRole('menuitem', { name: 'Versions…' });
  return rendered;
}

async function openVersions(server: MemoryServer) {
  const rendered = await openMenu(server);
  await rendered.user.click(screen.getByRole('menuitem', { name: 'Versions…' }));
  return { ...rendered, dialog: await screen.findByRole('dialog', { name: 'Versions - Cross' }) };
}

test('compares each version with the one before it, with its parameters when they differ', async () => {
  const { user, dialog } = await openVersions(serverWith(SOURCES(), { 1: { LinesAdded: null } }));
  const grid = await within(dialog).findByRole('grid', { name: 'Versions' });
  expect(within(grid).getAllByText('+12 −3')).toHaveLength(2);
  expect(await within(dialog).findByText('Code: second became third')).toBeDefined();
  expect(within(dialog).getByText('Parameters: became fast = 10')).toBeDefined();
  await user.keyboard('{ArrowDown}');
  expect(await within(dialog).findByText('Code: first became second')).toBeDefined();
  expect(within(dialog).queryByText(/Parameters: .*became/)).toBeNull();
  await user.keyboard('{ArrowDown}');
  expect(await within(dialog).findByText('Code: became first')).toBeDefined();
});

test('compares any two versions', async () => {
  const { user, dialog } = await openVersions(serverWith(SOURCES()));
  await within(dialog).findByText('Code: second became third');
  await user.click(within(dialog).getByRole('combobox', { name: 'Compare with' }));
  await user.click(await screen.findByRole('option', { name: 'Version 1' }));
  expect(await within(dialog).findByText('Code: first became third')).toBeDefined();
});

test('restores an earlier version as a new one, and warns of a version that was saved elsewhere', async () => {
  const sources = SOURCES();
  const { user, dialog } = await openVersions(serverWith(sources, { 5: { SameAs: 1 } }));
  await within(dialog).findByText('Code: second became third');
  const restore = within(dialog).getByRole('button', { name: 'Restore…' });
  expect(restore.getAttribute('aria-disabled') ?? restore.getAttribute('disabled')).not.toBeNull();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  await within(dialog).findByText('Code: became first');
  sources.push({ code: 'fourth', parameters: '' });
  await user.click(within(dialog).getByRole('button', { name: 'Restore…' }));
  const question = await screen.findByRole('alertdialog', { name: 'Restore version' });
  expect(question.textContent).toContain('version 1 as the new version 5 of "Cross"');
  expect(question.textContent).toContain('Version 4 was saved after this list was opened.');
  await user.click(within(question).getByRole('button', { name: 'Restore' }));
  expect(await within(dialog).findByText('Code: fourth became first')).toBeDefined();
  expect(sources.at(-1)).toEqual({ code: 'first', parameters: '' });
  expect(screen.getByText('Version 1 of "Cross" restored as version 5')).toBeDefined();
  await untilFocused(() => within(dialog).getByRole('grid', { name: 'Versions' }));
});

test('lists the runs of a version, and shows a chosen one in the list of strategies', async () => {
  const { user, dialog, frame } = await openVersions(serverWith(SOURCES(), { 2: { RunCount: 5 } }));
  await within(dialog).findByText('Code: second became third');
  expect(within(dialog).getByText('No kept run used it.')).toBeDefined();
  await user.keyboard('{ArrowDown}');
  const runs = await within(dialog).findByRole('region', { name: 'Runs of version 2' });
  expect(within(runs).getByText('2 runs of other accounts')).toBeDefined();
  // Backtests of one period differ by their start, and within a minute by a number.
  const title = 'Show Cross, 1/5/2026 to 1/30/2026, started 2/2/2026';
  expect(
    within(runs)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual([`${title} 11:00`, `${title} 10:00`, `${title} 10:00, number 2`]);
  await user.click(within(runs).getByRole('button', { name: `${title} 10:00, number 2` }));
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Versions - Cross' })).toBeNull();
  await expect
    .poll(() => frame.querySelector('[role="row"][aria-selected="true"]')?.getAttribute('data-row-id'))
    .toBe('own:Cross/i1');
});

test('says that a version is not kept any more, and can load it again', async () => {
  const sources = SOURCES();
  const { user, dialog } = await openVersions(serverWith(sources));
  await within(dialog).findByText('Code: second became third');
  const kept = sources.splice(0);
  await user.keyboard('{ArrowDown}');
  expect(await within(dialog).findByText('Version 1 of "Cross" is not kept any more')).toBeDefined();
  sources.push(...kept);
  await user.click(within(dialog).getByRole('button', { name: /again/i }));
  expect(await within(dialog).findByText('Code: first became second')).toBeDefined();
});
