import { screen, within } from '@testing-library/dom';
import { Square } from 'lucide-react';
import * as v from 'valibot';
import { beforeEach, expect, test, vi } from 'vitest';
import { definePlugin, defineState, type PluginManifest } from '../../plugin-api/index.ts';
import { createDeskServer, renderTool } from '../../testing/index.ts';

interface State {
  readonly Symbol: string;
}

let errors: string[];
beforeEach(() => {
  errors = [];
  const log = vi.spyOn(console, 'error').mockImplementation((message) => void errors.push(String(message)));
  return () => log.mockRestore();
});

const faulty = (change: Partial<PluginManifest<State>>) =>
  definePlugin<State>({
    id: 'faulty',
    title: 'Faulty',
    summary: 'A tool with a fault',
    icon: Square,
    permission: null,
    isSingleton: false,
    isHiddenInDemo: false,
    state: defineState<State>({
      schema: v.object({ Symbol: v.string() }),
      initial: { Symbol: '' },
      migrations: [],
    }),
    linking: { sends: [], receives: [] },
    commands: [{ id: 'clear', title: 'Clear', run: () => {} }],
    toolbar: ['clear'],
    titleOf: () => 'Faulty window',
    helpTopic: 'workspaces',
    savedItemType: null,
    load: async () => ({ default: () => <p>It works</p> }),
    ...change,
  });
const fail = (): never => {
  throw new Error('no data');
};
/** The rest of the workstation is there, and takes clicks. */
const expectWorkstation = async (user: Awaited<ReturnType<typeof renderTool>>['user']) => {
  await user.click(screen.getByRole('button', { name: 'New workspace' }));
  expect(await screen.findByRole('dialog', { name: 'New workspace' })).toBeDefined();
};

test('an error of a tool stays in its window, and Try again shows the tool when it works', async () => {
  let isBroken = true;
  const tool = faulty({ load: async () => ({ default: () => (isBroken ? fail() : <p>It works</p>) }) });
  const { frame, user } = await renderTool(tool);
  expect(await within(frame).findByText('Faulty has stopped')).toBeDefined();
  expect(within(frame).getByText('no data')).toBeDefined();
  isBroken = false;
  await user.click(within(frame).getByRole('button', { name: 'Try again' }));
  expect(await within(frame).findByText('It works')).toBeDefined();
});

test('code that could not be loaded is loaded again by Try again', async () => {
  let attempts = 0;
  const load = async () => {
    attempts += 1;
    return attempts === 1 ? fail() : { default: () => <p>It works</p> };
  };
  const { frame, user } = await renderTool(faulty({ load }));
  await user.click(await within(frame).findByRole('button', { name: 'Try again' }));
  expect(await within(frame).findByText('It works')).toBeDefined();
  expect(attempts).toBe(2);
});

test.each<readonly [part: string, change: Partial<PluginManifest<State>>]>([
  ['titleOf', { titleOf: fail }],
  ['isChanged', { isChanged: fail }],
  ['toolbar', { commands: [{ id: 'clear', title: 'Clear', isEnabled: fail, run: () => {} }] }],
  ['onPlatform', { onPlatform: fail }],
  ['platformCommands', { platformCommands: fail }],
])(
  'an error in %s of a manifest takes nothing else along, and the console names it',
  async (part, change) => {
    const { frame, user } = await renderTool(faulty(change), createDeskServer());
    expect(await within(frame).findByText('It works')).toBeDefined();
    expect(errors.filter((message) => message.startsWith('Faulty'))).toEqual([
      `Faulty has failed in ${part} of plugins/faulty/manifest.ts. The workstation continues without it.`,
    ]);
    await expectWorkstation(user);
  },
);
