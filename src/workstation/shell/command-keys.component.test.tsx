import { fireEvent } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { createCommandRegistry } from '../../plugin-api/index.ts';
import { closeAfterTest } from '../../testing/rendered.ts';
import { bindCommandKeys, PALETTE_COMMAND } from './command-keys.ts';

test('keys follow commands that come and go, and are read at a press of a key only', () => {
  const commands = createCommandRegistry();
  let reads = 0;
  const unbind = bindCommandKeys(
    window,
    {
      ...commands,
      all: () => {
        reads += 1;
        return commands.all();
      },
    },
    () => false,
  );
  closeAfterTest(unbind);
  const ran: string[] = [];
  const command = (id: string, key: string) => ({ id, title: id, key, run: () => void ran.push(id) });
  const press = (key: string) => fireEvent.keyDown(document.body, { key, code: key });

  const offs = Array.from({ length: 12 }, (_, i) => commands.register(command(`c${i}`, `F${i + 1}`)));
  expect(reads).toBe(0);
  press('F2');
  press('F3');
  expect(ran).toEqual(['c1', 'c2']);
  expect(reads).toBe(1);

  offs[1]?.();
  press('F2');
  commands.register(command('later', 'F2'));
  press('F2');
  expect(ran).toEqual(['c1', 'c2', 'later']);
  expect(reads).toBe(3);

  unbind();
  press('F3');
  expect(ran).toEqual(['c1', 'c2', 'later']);
});

test('in a panel only the key of the palette acts', () => {
  const commands = createCommandRegistry();
  const ran: string[] = [];
  const command = (id: string, key: string) => ({ id, title: id, key, run: () => void ran.push(id) });
  commands.register(command(PALETTE_COMMAND, '$mod+k'));
  commands.register(command('other', 'F2'));
  closeAfterTest(bindCommandKeys(window, commands, () => false));
  const panel = document.createElement('div');
  panel.dataset['panel'] = '';
  const field = document.createElement('input');
  panel.append(field);
  document.body.append(panel);
  fireEvent.keyDown(field, { key: 'F2', code: 'F2' });
  fireEvent.keyDown(field, { key: 'k', code: 'KeyK', ctrlKey: true });
  panel.remove();
  expect(ran).toEqual([PALETTE_COMMAND]);
});
