import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../plugin-api/index.ts';
import { keyForm } from '../../ui/index.ts';
import { withChosenKeys, withKey, type ChosenKeys } from './chosen-keys.ts';

const command = (id: string, key?: string, otherKey?: string): Command => ({
  id,
  title: id,
  run: () => {},
  ...(key === undefined ? {} : { key }),
  ...(otherKey === undefined ? {} : { otherKey }),
});

const COMMANDS = [
  command('palette', '$mod+k'),
  command('redo', '$mod+Shift+z', '$mod+y'),
  command('ticket', 'F9'),
  command('chart'),
  command('lock'),
];

const keysOf = (chosen: ChosenKeys) =>
  Object.fromEntries(
    withChosenKeys(COMMANDS, chosen).map(({ id, key, otherKey }) => [
      id,
      [key, otherKey].filter((each) => each !== undefined),
    ]),
  );

describe('the keys that a user has chosen', () => {
  test('replace the default keys of a command, and null leaves it without one', () => {
    expect(keysOf({ redo: '$mod+KeyR', ticket: null })).toEqual({
      palette: ['$mod+k'],
      redo: ['$mod+KeyR'],
      ticket: [],
      chart: [],
      lock: [],
    });
  });

  test('are no longer the keys of the commands that have them by default, however they are spelled', () => {
    expect(keysOf({ chart: '$mod+KeyK', lock: 'Control+KeyY' })).toMatchObject({
      palette: [],
      redo: ['$mod+Shift+z'],
      chart: ['$mod+KeyK'],
    });
  });

  test('stay reserved by installed commands only', () => {
    expect(keysOf({ 'tool-that-is-gone.open': 'F9' })).toMatchObject({ ticket: ['F9'] });
  });

  test('leave a command as it is when it has its default keys', () => {
    expect(withChosenKeys(COMMANDS, { ticket: 'F2' })[0]).toBe(COMMANDS[0]);
  });
});

describe('giving a command a key', () => {
  test('removes the key from the command that it was chosen for', () => {
    const chosen = withKey(COMMANDS, { chart: 'F2' }, 'lock', 'F2');
    expect(chosen).toEqual({ chart: null, lock: 'F2' });
  });

  test('stores nothing for a default key, or for none where that is the default', () => {
    expect(withKey(COMMANDS, { ticket: 'F2' }, 'ticket', 'F9')).toEqual({});
    expect(withKey(COMMANDS, { chart: 'F2' }, 'chart', null)).toEqual({});
  });

  test('whatever is chosen in whatever order, no two commands have one key, and the last choice acts', () => {
    const keys = ['$mod+KeyK', '$mod+k', '$mod+KeyY', 'F9', 'F2', '$mod+Shift+KeyZ'];
    const choice = fc.record({
      id: fc.constantFrom(...COMMANDS.map(({ id }) => id)),
      key: fc.option(fc.constantFrom(...keys)),
    });
    fc.assert(
      fc.property(fc.array(choice, { minLength: 1, maxLength: 12 }), (choices) => {
        let chosen: ChosenKeys = {};
        for (const { id, key } of choices) {
          chosen = withKey(COMMANDS, chosen, id, key);
          const all = keysOf(chosen);
          const forms = Object.values(all).flat().map(keyForm);
          expect(new Set(forms).size).toBe(forms.length);
          expect((all[id] ?? []).slice(0, 1).map(keyForm)).toEqual(key === null ? [] : [keyForm(key)]);
        }
      }),
    );
  });
});
