import * as v from 'valibot';
import { expect, it } from 'vitest';
import { http } from './http.ts';

it.each([
  ['JSON text', '{"Theme":"dark"}', true],
  ['an object', { Theme: 'dark' }, true],
  ['an array', [], false],
  ['an array of objects', [{ Theme: 'dark' }], false],
  ['a number', 7, false],
  ['null', null, false],
])('StoreSettings: settings that are %s', (_form, Settings, isAccepted) => {
  const body = { Workspace: '{}', Settings, Page: '' };
  expect(v.safeParse(http.storeSettings.body, body).success).toBe(isAccepted);
});
