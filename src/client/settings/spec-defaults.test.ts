import { expect, it } from 'vitest';
import { readSettings, writeSettings } from './user-settings.ts';

it('settings of a new user are a light theme, Getting Started on, and the default toolbar', () => {
  expect(readSettings(null)).toMatchObject({
    theme: 'light',
    showGettingStarted: true,
    toolbarItems: null,
  });
  expect(readSettings(null)).toMatchObject({ reconnectSeconds: 15 });
});

it('settings are stored as Theme, ShowGettingStarted and ToolbarItems', () => {
  expect(
    JSON.parse(
      writeSettings({
        ...readSettings(null),
        theme: 'dark',
        showGettingStarted: false,
        toolbarItems: ['chart'],
      }),
    ),
  ).toMatchObject({ Theme: 'dark', ShowGettingStarted: false, ToolbarItems: ['chart'] });
});
