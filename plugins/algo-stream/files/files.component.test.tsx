import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import {
  collectSavedFiles,
  createDeskServer,
  fill,
  renderTool,
  type MemoryServer,
} from '../../../src/testing/index.ts';
import type { CodeFault } from '../editor/faults.ts';
import { algoStream } from '../manifest.ts';
import { strategy } from '../testing/fakes.ts';

// The checker needs workers of a browser. The browser test has the real one.
vi.mock('../editor/syntax-faults.ts', () => ({
  syntaxFaults: async (code: string): Promise<readonly CodeFault[]> => {
    if (code.includes('unloadable')) throw new Error('no worker');
    return code.includes('broken') ? [{ line: 2, column: 1, message: "';' expected." }] : [];
  },
}));

interface Saved {
  readonly name: string;
  readonly originalName: string;
  readonly code: string;
  readonly parameters: string;
}

/** A server with the strategy "Cross", and what is saved there. */
function serverWith(): { readonly server: MemoryServer; readonly saved: Saved[] } {
  const server = createDeskServer();
  const saved: Saved[] = [];
  server.on('strategyList', () =>
    server.send('trading', 'strategies', {
      IsPublic: false,
      Items: [strategy()],
      HasMore: false,
    }),
  );
  server.on('publicStrategyList', () =>
    server.send('trading', 'strategies', { IsPublic: true, Items: [], HasMore: false }),
  );
  const answer = (Name: string, OriginalName: string): void =>
    server.send('trading', 'strategySaved', { Name, OriginalName, Result: 'SaveOK', Message: '' });
  server.on('saveAlgoTradingStrategy', ({ Name, Code, Parameters }) => {
    saved.push({ name: Name, originalName: '', code: Code, parameters: Parameters });
    answer(Name, '');
  });
  server.on('updateAlgoTradingStrategy', ({ Name, OriginalName, Code, Parameters }) => {
    saved.push({ name: Name, originalName: OriginalName, code: Code, parameters: Parameters });
    answer(Name, OriginalName);
  });
  server.on('requestAlgoTradingStrategyVersions', ({ Name, Below }) =>
    server.send('trading', 'strategyVersions', {
      Name,
      Below,
      Items: [
        {
          Version: 3 + saved.length,
          SavedAt: 1,
          Browser: '',
          Characters: 1,
          LinesAdded: 1,
          LinesRemoved: 1,
          SameAs: null,
          RunCount: 0,
        },
      ],
      HasMore: false,
    }),
  );
  return { server, saved };
}

const GRID = { Columns: [{ Id: 'Status', Width: 120 }], Sort: null, Expanded: [] };
const file = (name: string, content: BlobPart): File => new File([content], name);

async function openImport() {
  const { server, saved } = serverWith();
  const rendered = await renderTool(algoStream, server, { StrategyGrid: GRID });
  await within(rendered.frame).findByText('Cross (no limit)');
  await rendered.user.click(within(rendered.frame).getByRole('button', { name: 'Import strategy' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import strategy' });
  const choose = (chosen: File) =>
    rendered.user.upload(within(dialog).getByLabelText('File with a strategy'), chosen);
  return { ...rendered, saved, dialog, choose };
}

test('imports a file as a new strategy under the name of the file', async () => {
  const { user, dialog, choose, saved } = await openImport();
  await choose(file('Dips, v2.ts', 'code();\n\n//# Tapedeck parameters\n// fast = 10\n'));
  expect(await within(dialog).findByText('No faults were found in its syntax.')).toBeDefined();
  expect(within(dialog).getByText('Code: 1 line. Parameters: 1 line.')).toBeDefined();
  expect(within(dialog).getByRole('combobox', { name: 'Import as' }).textContent).toContain('New strategy');
  const name = within(dialog).getByRole('textbox', { name: 'Name' });
  expect(name).toHaveProperty('value', 'Dips v2');
  await fill(user, name, 'a,b');
  await user.click(within(dialog).getByRole('button', { name: 'Import' }));
  expect(within(dialog).getByText('Strategy name should not contain special symbols')).toBeDefined();
  await fill(user, name, 'Dips');
  await user.click(within(dialog).getByRole('button', { name: 'Import' }));
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Import strategy' })).toBeNull();
  expect(saved).toEqual([{ name: 'Dips', originalName: '', code: 'code();\n', parameters: 'fast = 10' }]);
});

test('offers a new version of the strategy with the name of the file, or a new strategy under a free name', async () => {
  const { user, dialog, choose, saved } = await openImport();
  await choose(file('Cross.ts', 'code();'));
  const target = await within(dialog).findByRole('combobox', { name: 'Import as' });
  expect(target.textContent).toContain('New version of "Cross"');
  await user.click(target);
  await user.click(await screen.findByRole('option', { name: 'New strategy' }));
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Cross 2');
  // A list that is closing takes no clicks, and its options can still be found.
  await expect.poll(() => screen.queryByRole('option')).toBeNull();
  await user.click(target);
  await user.click(await screen.findByRole('option', { name: 'New version of "Cross"' }));
  await user.click(within(dialog).getByRole('button', { name: 'Import' }));
  expect(await screen.findByText('"Cross" imported as version 4')).toBeDefined();
  expect(saved).toEqual([{ name: 'Cross', originalName: 'Cross', code: 'code();', parameters: '' }]);
});

test('shows the faults of a file with their lines before anything is saved', async () => {
  const { dialog, choose, saved } = await openImport();
  await choose(file('Faulty.ts', 'a\nbroken\n//# Tapedeck parameters\n// fast = 10\n// slow\n'));
  const faults = await within(dialog).findByRole('list', { name: 'Faults of the file' });
  expect(
    within(faults)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(["Line 2: ';' expected.", 'Line 5: Parameters: "name = value" expected: slow']);
  expect(within(dialog).getByRole('button', { name: 'Import' })).toBeDefined();
  expect(saved).toEqual([]);
});

test('says that code could not be checked', async () => {
  const { dialog, choose } = await openImport();
  await choose(file('Far.ts', 'unloadable'));
  expect(await within(dialog).findByText(/could not be checked/)).toBeDefined();
});

test.each([
  ['is too large', 'x'.repeat(200_001), 'The file has more than 200,000 bytes'],
  ['has more code than a strategy may have', 'x'.repeat(24_001), 'The code has 24,001 characters'],
  ['is not a text', new Uint8Array([0xff, 0xfe, 0x00]), 'The file is not a text in UTF-8.'],
  [
    'has code after its parameters',
    'a\n//# Tapedeck parameters\nb();',
    'Line 3: The parameters are the last lines',
  ],
])('refuses a file that %s', async (_kind, content, message) => {
  const { dialog, choose } = await openImport();
  await choose(file('Bad.ts', content));
  expect((await within(dialog).findByRole('alert')).textContent).toContain(message);
  expect(within(dialog).queryByRole('button', { name: 'Import' })).toBeNull();
});

test('opens the import of a file that is dropped on the list, and of no other drop', async () => {
  const { server } = serverWith();
  const { frame } = await renderTool(algoStream, server, { StrategyGrid: GRID });
  const list = await within(frame).findByText('Cross (no limit)');
  const drop = (dataTransfer: object): Event => {
    const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer });
    list.dispatchEvent(event);
    return event;
  };
  const empty = { files: [], getData: () => '' };
  expect(drop({ ...empty, types: ['text/plain'] }).defaultPrevented).toBe(false);
  const dropped = drop({ ...empty, types: ['Files'], files: [file('Dropped.ts', 'code();')] });
  expect(dropped.defaultPrevented).toBe(true);
  const dialog = await screen.findByRole('dialog', { name: 'Import strategy' });
  expect(await within(dialog).findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Dropped');
});

test('exports a strategy as a file that has its code and its parameters', async () => {
  const files = collectSavedFiles();
  const { server } = serverWith();
  server.on('loadAlgoTradingStrategy', ({ Name }) => {
    server.send('trading', 'strategyLoaded', {
      Name,
      Result: 'Loaded',
      Code: 'code();\n',
      Parameters: 'fast = 10',
    });
  });
  const { user, frame } = await renderTool(algoStream, server, { StrategyGrid: GRID });
  await user.pointer({ keys: '[MouseRight]', target: await within(frame).findByText('Cross (no limit)') });
  await user.click(await screen.findByRole('menuitem', { name: 'Export…' }));
  const saved = await waitFor(() => {
    const [first] = files;
    if (first === undefined) throw new Error('nothing was saved yet');
    return first;
  });
  expect(saved.name).toBe('Cross.ts');
  expect(await saved.data.text()).toBe('code();\n\n//# Tapedeck parameters\n// fast = 10\n');
});
