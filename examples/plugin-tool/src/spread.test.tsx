import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { restoreState, validateManifest } from '@tapedeck/plugin-api';
import { createDeskServer, renderTool } from '@tapedeck/plugin-api/testing';
import { spread } from './manifest.ts';

test('is declared without a problem, and rejects a state without a symbol', () => {
  expect(validateManifest(spread)).toEqual([]);
  expect(restoreState(spread.state, { version: 0, data: { Linked: true } }).ok).toBe(false);
});

test('shows the spread of its symbol, which follows the market', async () => {
  const server = createDeskServer();
  const { frame } = await renderTool(spread, server, { Symbol: 'AAPL' });
  await within(frame).findByText('Spread');
  server.send('streaming', 'quote', {
    S: 'AAPL',
    B: 199.9,
    BS: 100,
    BE: 'ARCA',
    A: 200.1,
    AS: 100,
    AE: 'ARCA',
    TS: Date.UTC(2026, 5, 15, 15, 0),
  });
  expect(await within(frame).findByText('10.0 bp')).toBeDefined();
});
