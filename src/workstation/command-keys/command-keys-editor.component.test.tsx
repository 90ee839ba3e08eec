import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { collectSavedFiles, renderSignedIn } from '../../testing/index.ts';

const editor = () => within(screen.getByRole('dialog', { name: 'Change keyboard shortcuts' }));
const keyOf = (title: string) => editor().getByRole('button', { name: new RegExp(`^${title}: `) });

/** The workstation with the editor open, narrowed to the commands of a search. */
async function openEditor(query: string) {
  const rendered = await renderSignedIn({ path: '/workspace' });
  await waitFor(() => expect(rendered.desk.commands.get('help.edit-keys')).toBeDefined());
  const open = async () => {
    void rendered.desk.commands.run('help.edit-keys');
    await screen.findByRole('dialog', { name: 'Change keyboard shortcuts' });
    await rendered.user.click(editor().getByRole('textbox', { name: /^Search/ }));
    await rendered.user.paste(query);
  };
  await open();
  const save = async () => {
    await rendered.user.click(editor().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  return { ...rendered, open, save };
}

test('a key that is recorded for a command runs it, and no longer the one that had it', async () => {
  const { user, desk, open, save } = await openEditor('settings');
  await user.click(keyOf('Settings'));
  await user.keyboard('{Control>}k{/Control}');
  expect(keyOf('Settings').textContent).toBe('Ctrl+K');
  expect(editor().getByRole('status').textContent).toBe(
    'Ctrl+K was the key of “Find a command, window or symbol”, which has none now.',
  );
  await save();
  expect(desk.platform.settings.saved.get().commandKeys).toEqual({ 'settings.open': '$mod+KeyK' });
  expect(screen.getByRole('button', { name: 'Find a command' }).title).not.toContain('Ctrl+K');

  await open();
  await user.click(editor().getByRole('button', { name: 'Default key of Settings' }));
  expect(keyOf('Settings').textContent).toBe('No key');
  await save();
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Commands' });
  await user.keyboard('{Escape}');
});

test('a key of the browser is refused with the rule, and Escape keeps the key that was there', async () => {
  const { user } = await openEditor('unlock');
  await user.click(keyOf('Lock or unlock layout'));
  await user.keyboard('{Control>}w{/Control}');
  expect(editor().getByRole('alert').textContent).toContain('belongs to the browser');
  await user.keyboard('{Escape}');
  expect(keyOf('Lock or unlock layout').textContent).toBe('No key');
  await user.click(editor().getByRole('button', { name: 'Cancel' }));
});

test('changes are imported and exported, and leaving with them unsaved is a question', async () => {
  const { user } = await openEditor('ctrl');
  const files = collectSavedFiles();
  const text = JSON.stringify({
    Format: 'tapedeck-command-keys',
    Version: 1,
    Keys: { 'palette.open': '$mod+KeyP', 'edit.undo': 'Shift+KeyA' },
  });
  await user.upload(
    editor().getByLabelText('File with keyboard shortcuts'),
    new File([text], 'keys.json', { type: 'application/json' }),
  );
  await waitFor(() => expect(keyOf('Find a command, window or symbol').textContent).toBe('Ctrl+P'));
  expect(editor().getByRole('alert').textContent).toBe('"edit.undo" cannot have the key "Shift+KeyA".');
  await user.click(editor().getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(files).toHaveLength(1));
  await user.keyboard('{Escape}');
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
