import { screen, within } from '@testing-library/dom';
import { Square } from 'lucide-react';
import { useReducer } from 'react';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  definePlugin,
  defineState,
  useToolState,
  type PluginManifest,
  type ToolProps,
} from '../plugin-api/index.ts';
import { renderTool } from './render-tool.tsx';

interface State {
  readonly Note: string;
}

function Notes({ tool: window }: ToolProps<State>) {
  const { Note } = useToolState(window);
  const [count, countOn] = useReducer((before: number) => before + 1, 0);
  return (
    <>
      <input
        aria-label="Note"
        value={Note}
        onChange={({ target }) => window.update({ Note: target.value })}
      />
      <button type="button" onClick={countOn}>
        Pressed {count} times
      </button>
    </>
  );
}

const manifest: PluginManifest<State> = {
  id: 'notes',
  title: 'Notes',
  summary: 'One note',
  icon: Square,
  permission: null,
  isSingleton: false,
  isHiddenInDemo: false,
  state: defineState({ schema: v.object({ Note: v.string() }), initial: { Note: '' }, migrations: [] }),
  linking: { sends: [], receives: [] },
  commands: [{ id: 'clear', title: 'Clear', run: (window) => window.update({ Note: '' }) }],
  toolbar: ['clear'],
  titleOf: ({ Note }) => `Notes: ${Note === '' ? 'none' : Note}`,
  helpTopic: 'workspaces',
  savedItemType: null,
  load: async () => ({ default: Notes }),
};
const notes = definePlugin(manifest);

test('renders a tool that is not installed, with its title, state and commands', async () => {
  const { frame, user, window } = await renderTool(notes, undefined, { Note: 'buy' });
  const field = await within(frame).findByRole('textbox', { name: 'Note' });
  expect(within(frame).getByRole('heading').textContent).toBe('Notes: buy');
  await user.type(field, ' low');
  expect(window.getState()).toEqual({ Note: 'buy low' });
  await user.click(within(frame).getByRole('button', { name: 'Clear' }));
  await expect.poll(() => within(frame).getByRole('heading').textContent).toBe('Notes: none');
});

test('keeps the state of a tool over a reload, and nothing else', async () => {
  const { frame, user, desk, reload } = await renderTool(notes);
  await user.type(await within(frame).findByRole('textbox', { name: 'Note' }), 'hold');
  await user.click(within(frame).getByRole('button', { name: 'Pressed 0 times' }));
  await within(frame).findByRole('button', { name: 'Pressed 1 times' });
  await desk.platform.settings.flush();
  reload();
  await expect
    .poll(() => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Note' })?.value)
    .toBe('hold');
  expect(screen.getByRole('button', { name: 'Pressed 0 times' })).toBeDefined();
});
