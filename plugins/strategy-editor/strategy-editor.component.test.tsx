import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { restoreState } from '../../src/plugin-api/index.ts';
import { createDeskServer, fill, renderTool, type MemoryServer } from '../../src/testing/index.ts';
import { algoStream } from '../algo-stream/manifest.ts';
import { instance, strategy } from '../algo-stream/testing/fakes.ts';
import type { Instance } from '../algo-stream/types.ts';
import { strategyEditor } from './manifest.ts';
import { sourceKey, strategyEditorState, type StrategyEditorState } from './state.ts';

// The code view needs the layout and the workers of a browser; the browser test has the real one.
const revealed: string[] = [];
vi.mock('../algo-stream/editor/CodeEditor.tsx', async () => {
  const { useEffect } = await import('react');
  const CodeText = ({
    value,
    onChange,
    onReady,
  }: {
    value: string;
    onChange: (code: string) => void;
    onReady: (handle: object | null) => void;
  }) => {
    useEffect(() => {
      onReady({
        reveal: (line: number, column: number) => revealed.push(`${line}:${column}`),
        focus: () => {},
      });
      return () => onReady(null);
    }, [onReady]);
    return (
      <textarea aria-label="Code text" value={value} onChange={({ target }) => onChange(target.value)} />
    );
  };
  return { default: CodeText };
});

const CODE = "symbol('SPY');\nconst fast = param('fast', 10);\nonBar(() => log('close', close.last));\n";

interface Editing {
  readonly server: MemoryServer;
  /** Texts that were saved or run, in order. */
  readonly log: string[];
  /** What is stored under "Cross". */
  readonly stored: { code: string; parameters: string };
  runs: Instance[];
  /** Sends a new state of a run. */
  update(run: Instance): void;
}

/** A server with the strategy "Cross", which runs whatever is started. */
function editingServer(): Editing {
  const server = createDeskServer();
  const names = new Set(['Cross']);
  const editing: Editing = {
    server,
    log: [],
    stored: { code: CODE, parameters: 'fast = 10' },
    runs: [],
    update(run) {
      editing.runs = [...editing.runs.filter(({ InstanceId }) => InstanceId !== run.InstanceId), run];
      server.send('trading', 'strategyStatusUpdate', { Name: 'Cross', StrategyId: 0, Instance: run });
    },
  };
  server.on('strategyList', () =>
    server.send('trading', 'strategies', {
      IsPublic: false,
      Items: [...names].map((Name) => strategy({ Name, Instances: Name === 'Cross' ? editing.runs : [] })),
      HasMore: false,
    }),
  );
  server.on('publicStrategyList', () =>
    server.send('trading', 'strategies', { IsPublic: true, Items: [], HasMore: false }),
  );
  server.on('loadAlgoTradingStrategy', ({ Name }) =>
    server.send('trading', 'strategyLoaded', {
      Name,
      Result: 'Loaded',
      Code: editing.stored.code,
      Parameters: editing.stored.parameters,
    }),
  );
  server.on('saveAlgoTradingStrategy', ({ Name, Code }) => {
    names.add(Name);
    editing.log.push(`save ${Name} ${Code}`);
    server.send('trading', 'strategySaved', { Name, OriginalName: '', Result: 'SaveOK', Message: '' });
  });
  server.on('updateAlgoTradingStrategy', ({ Name, OriginalName, Code, Parameters }) => {
    editing.stored.code = Code;
    editing.stored.parameters = Parameters;
    editing.log.push(`update ${Name} ${Code}`);
    server.send('trading', 'strategySaved', { Name, OriginalName, Result: 'SaveOK', Message: '' });
  });
  server.on('startBacktest', ({ InstanceId, Code, Parameters }) => {
    editing.log.push(`run ${Code} with ${Parameters}`);
    editing.update(
      instance({
        InstanceId,
        Account: 'DEMO-1',
        Status: 'Backtesting',
        Progress: 0.4,
        Returns: null,
        FinishedAt: null,
      }),
    );
  });
  server.on('requestAlgoTradingStrategyLog', ({ Name, InstanceId, From }) =>
    server.send('trading', 'strategyLog', {
      Name,
      InstanceId,
      From,
      Items: From === 0 ? [{ Time: 0, Text: 'close 101.5' }] : [],
      Total: 1,
    }),
  );
  return editing;
}

async function openEditor(editing: Editing, state: Partial<StrategyEditorState> = { Strategy: 'Cross' }) {
  const rendered = await renderTool(strategyEditor, editing.server, state);
  const inFrame = within(rendered.frame);
  const code = async () => inFrame.findByRole('textbox', { name: 'Code text' });
  const stateNow = () => strategyEditorOf(rendered.window.getState());
  return { ...rendered, inFrame, code, stateNow };
}
const strategyEditorOf = (state: unknown): StrategyEditorState => {
  const restored = restoreState(strategyEditorState, { version: 0, data: state });
  if (!restored.ok) throw new Error(`the state is ${restored.error}`);
  return restored.value;
};
const statusTexts = (frame: HTMLElement) =>
  within(frame)
    .getAllByRole('status')
    .map(({ textContent }) => textContent);

test('runs what is typed with the key, unsaved, and shows its progress and its end', async () => {
  const editing = editingServer();
  const { user, frame, inFrame, code, stateNow } = await openEditor(editing);
  await fill(user, await code(), 'mine');
  expect(statusTexts(frame)).toContain('Modifications not saved');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => editing.log).toEqual(['run mine with fast = 10']);
  await expect.poll(() => statusTexts(frame)).toContain('Backtesting, 40%');
  expect(inFrame.getByRole('button', { name: 'Cancel backtest' })).toBeDefined();
  const [run] = editing.runs;
  if (run === undefined) throw new Error('no run');
  expect(stateNow().RunId).toBe(run.InstanceId);
  editing.update({ ...run, Status: 'BacktestingCompleted', Progress: 1, FinishedAt: 1 });
  await expect.poll(() => statusTexts(frame).join()).toContain('Backtest completed');
  // The run of code that was not saved gives way to the next one.
  await user.click(inFrame.getByRole('button', { name: 'Run' }));
  await expect.poll(() => editing.log).toHaveLength(2);
  expect(editing.runs.map(({ InstanceId }) => InstanceId)).toEqual([run.InstanceId]);
});

test('keeps the run of a saved version when the next one starts', async () => {
  const editing = editingServer();
  editing.runs = [instance({ InstanceId: 'saved', Account: 'DEMO-1', Version: 3 })];
  const { user, inFrame, code } = await openEditor(editing, { Strategy: 'Cross', RunId: 'saved' });
  await code();
  await user.click(inFrame.getByRole('button', { name: 'Run' }));
  await expect.poll(() => editing.runs.map(({ InstanceId }) => InstanceId)).toHaveLength(2);
});

test('shows the fault of a run in place of a dialog, and leads to its line by keyboard', async () => {
  const editing = editingServer();
  const { user, inFrame, code } = await openEditor(editing);
  await fill(user, await code(), 'broken');
  await user.click(inFrame.getByRole('button', { name: 'Run' }));
  await expect.poll(() => editing.runs).toHaveLength(1);
  const [run] = editing.runs;
  if (run === undefined) throw new Error('no run');
  editing.update({ ...run, Status: 'RuntimeError', Message: 'x is not defined, line 2, column 5' });
  await inFrame.findByText('x is not defined, line 2, column 5');
  expect(within(inFrame.getByRole('option', { name: /Last run/ })).getByText('Line 2')).toBeDefined();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  revealed.length = 0;
  inFrame.getByRole('listbox', { name: 'Problems' }).focus();
  await user.keyboard('{Enter}');
  expect(revealed).toEqual(['2:5']);
  // The fault is of that code only.
  await fill(user, await code(), 'repaired');
  await expect.poll(() => inFrame.queryByRole('option', { name: /Last run/ })).toBeNull();
});

test('leads from a line of the log to the call that wrote it', async () => {
  const editing = editingServer();
  editing.runs = [instance({ Account: 'DEMO-1' })];
  const { user, inFrame } = await openEditor(editing, { Strategy: 'Cross', Pane: 'Log' });
  const line = await inFrame.findByRole('option', { name: /close 101.5/ });
  expect(within(line).getByText('Line 3')).toBeDefined();
  revealed.length = 0;
  await user.click(line);
  expect(revealed).toEqual(['3:13']);
});

test('reports a parameter that the code does not read, and leads to it', async () => {
  const editing = editingServer();
  const { user, inFrame, code } = await openEditor(editing);
  await code();
  const parameters = inFrame.getByRole('textbox', { name: 'Parameters' });
  await fill(user, parameters, 'fast = 3\nslow = 4');
  await user.click(await inFrame.findByRole('option', { name: /the strategy has no parameter slow/ }));
  expect(document.activeElement).toBe(parameters);
  expect((parameters as HTMLTextAreaElement).selectionStart).toBe('fast = 3\n'.length);
});

test('saves with the key, and runs the saved code when that is chosen', async () => {
  const editing = editingServer();
  const { user, inFrame, code, stateNow } = await openEditor(editing);
  await code();
  await user.click(inFrame.getByRole('checkbox', { name: 'Run on save' }));
  await fill(user, await code(), 'better');
  expect(stateNow().Draft).toMatchObject({
    Code: 'better',
    Base: sourceKey({ code: CODE, parameters: 'fast = 10' }),
  });
  await user.keyboard('{Control>}s{/Control}');
  await expect.poll(() => editing.log).toEqual(['update Cross better', 'run better with fast = 10']);
  expect(stateNow()).toMatchObject({ Strategy: 'Cross', Draft: null, RunOnSave: true });
});

test('restores modifications after a reload, and shows that the strategy was saved elsewhere meanwhile', async () => {
  const editing = editingServer();
  const draft = { Name: 'Cross', Code: 'mine', Parameters: 'fast = 10' };
  editing.stored.code = 'theirs';
  const base = sourceKey({ code: CODE, parameters: 'fast = 10' });
  const { user, inFrame, code, frame } = await openEditor(editing, {
    Strategy: 'Cross',
    Draft: { ...draft, Base: base },
  });
  expect(await code()).toHaveProperty('value', 'mine');
  expect(statusTexts(frame)).toContain('Modifications not saved');
  expect(inFrame.getByText(/was saved in another window since/)).toBeDefined();
  await user.click(inFrame.getByRole('button', { name: 'Show the saved version' }));
  await user.click(await screen.findByRole('button', { name: 'Give up' }));
  await expect.poll(async () => (await code()) as HTMLTextAreaElement).toHaveProperty('value', 'theirs');
  expect(inFrame.queryByText(/was saved in another window since/)).toBeNull();
});

test('shows what another window saves, and keeps modifications as a conflict', async () => {
  const editing = editingServer();
  const { user, inFrame, code } = await openEditor(editing);
  await code();
  const saveElsewhere = (text: string) => {
    editing.stored.code = text;
    editing.server.send('trading', 'strategySaved', {
      Name: 'Cross',
      OriginalName: 'Cross',
      Result: 'SaveOK',
      Message: '',
    });
  };
  saveElsewhere('theirs');
  await waitFor(async () => expect(await code()).toHaveProperty('value', 'theirs'));
  await fill(user, await code(), 'mine');
  saveElsewhere('theirs again');
  expect(await inFrame.findByText(/was saved in another window since/)).toBeDefined();
  expect(await code()).toHaveProperty('value', 'mine');
  await user.click(inFrame.getByRole('button', { name: 'Keep modifications' }));
  await user.click(inFrame.getByRole('button', { name: 'Save' }));
  await expect.poll(() => editing.log).toEqual(['update Cross mine']);
});

test('renames the strategy, and keeps modifications that are not saved', async () => {
  const editing = editingServer();
  const { user, frame, inFrame, code, stateNow } = await openEditor(editing);
  await fill(user, await code(), 'mine');
  await user.click(inFrame.getByRole('button', { name: 'Rename…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename strategy - Cross' }));
  const name = dialog.getByRole('textbox', { name: 'Name' });
  expect(document.activeElement).toBe(name);
  await fill(user, name, 'a, b');
  await user.keyboard('{Enter}');
  expect(await dialog.findByText('Strategy name should not contain special symbols')).toBeDefined();
  await fill(user, name, 'Trend');
  await user.keyboard('{Enter}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(editing.log).toEqual([`update Trend ${CODE}`]);
  expect(stateNow()).toMatchObject({ Strategy: 'Trend', Draft: { Name: 'Trend', Code: 'mine' } });
  expect(statusTexts(frame)).toContain('Modifications not saved');
  expect(await code()).toHaveProperty('value', 'mine');
});

test('lists the strategies with their newest runs, and opens one by keyboard', async () => {
  const editing = editingServer();
  editing.runs = [instance({ Account: 'DEMO-1' })];
  const { user, inFrame, code } = await openEditor(editing, {});
  const line = await inFrame.findByRole('option', { name: /Cross/ });
  expect(line.textContent).toContain('Backtest completed, net P&L +100.00, 4 trades');
  inFrame.getByRole('listbox', { name: 'Your strategies' }).focus();
  await user.keyboard('{Enter}');
  expect(await code()).toHaveProperty('value', CODE);
});

test('begins a new strategy from its button, which is saved before its first run', async () => {
  const editing = editingServer();
  const { user, inFrame, code } = await openEditor(editing, {});
  await user.click(
    await inFrame
      .findAllByRole('button', { name: 'New strategy' })
      .then((buttons) => buttons.at(-1) ?? document.body),
  );
  await fill(user, await code(), 'fresh');
  await user.click(inFrame.getByRole('button', { name: 'Run' }));
  expect(await inFrame.findByText('Strategy name is not specified')).toBeDefined();
  await fill(user, inFrame.getByRole('textbox', { name: 'Name' }), 'Fresh');
  await user.click(inFrame.getByRole('button', { name: 'Run' }));
  await expect.poll(() => editing.log).toEqual(['save Fresh fresh', 'run fresh with ']);
});

test('begins a new strategy from the title bar also before the view is there', async () => {
  const actions = await import('./window-actions.ts');
  const begun: string[] = [];
  const create = async () => void begun.push('new');
  const done = async () => {};
  await actions.act({ id: 'early' }, 'run');
  await actions.act({ id: 'early' }, 'create');
  const end = actions.offerActions({ id: 'early' }, { create, save: done, run: done });
  expect(begun).toEqual(['new']);
  end();
  actions.offerActions({ id: 'early' }, { create, save: done, run: done })();
  expect(begun).toEqual(['new']);
});

test('offers to save the modifications of a window that is closed; Cancel opens it again', async () => {
  const editing = editingServer();
  const { user, frame, code } = await openEditor(editing);
  await fill(user, await code(), 'mine');
  await user.click(within(frame).getByRole('button', { name: 'Close' }));
  const ask = await screen.findByRole('dialog', { name: 'Modifications not saved' });
  await user.click(within(ask).getByRole('button', { name: 'Cancel' }));
  const again = await screen.findByRole('textbox', { name: 'Code text' });
  expect(again).toHaveProperty('value', 'mine');
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  const second = await screen.findByRole('dialog', { name: 'Modifications not saved' });
  await user.click(within(second).getByRole('button', { name: 'Save' }));
  await expect.poll(() => editing.log).toEqual(['update Cross mine']);
});

test('is opened from the menu of a strategy in AlgoStream', async () => {
  const editing = editingServer();
  const { user, frame } = await renderTool(algoStream, editing.server, {});
  await user.pointer({ keys: '[MouseRight]', target: await within(frame).findByText('Cross (no limit)') });
  await user.click(await screen.findByRole('menuitem', { name: 'Open in editor window' }));
  expect(await screen.findByRole('textbox', { name: 'Code text' })).toHaveProperty('value', CODE);
});

test('rejects a stored state with a pane that it does not have', () => {
  const restore = (change: object) =>
    restoreState(strategyEditorState, { version: 0, data: { ...strategyEditorState.initial, ...change } });
  expect(restore({}).ok).toBe(true);
  expect(restore({ Pane: 'Everything' }).ok).toBe(false);
  expect(restore({ PanesShare: 99 }).ok).toBe(false);
});
