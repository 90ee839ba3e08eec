import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { createDeskServer, renderTool } from '../../src/testing/index.ts';
import { marketView } from '../market-view/manifest.ts';

const sendSizes = (server: ReturnType<typeof createDeskServer>, bid: number, ask: number) =>
  server.send('streaming', 'quote', {
    S: 'AAPL',
    B: 99.99,
    BS: bid,
    BE: 'ARCA',
    A: 100.01,
    AS: ask,
    AE: 'ARCA',
    TS: Date.UTC(2026, 5, 15, 15, 0),
  });

test('Market View shows the quote imbalance, which Market Maker contributes, and follows the quotes', async () => {
  const server = createDeskServer();
  const { frame } = await renderTool(marketView, server, {
    Symbols: ['AAPL'],
    Columns: [
      { Id: 'Symbol', Width: 80 },
      { Id: 'market-maker.imbalance', Width: 80 },
    ],
  });
  await within(frame).findByText('Imbal.');
  sendSizes(server, 300, 100);
  expect(await within(frame).findByText('+50.00%')).toBeDefined();
  sendSizes(server, 100, 300);
  expect(await within(frame).findByText('-50.00%')).toBeDefined();
});

test('the columns dialog of Market View lists it under Market Maker', async () => {
  const { frame, user } = await renderTool(marketView, createDeskServer(), { Symbols: ['AAPL'] });
  await user.click(within(frame).getByRole('button', { name: 'Columns' }));
  const dialog = await screen.findByRole('dialog', { name: 'Columns' });
  expect(within(dialog).getByText('Market Maker')).toBeDefined();
  expect(within(dialog).getByRole('checkbox', { name: /^Quote imbalance/ })).toBeDefined();
});

test('a grid leaves out a column of a tool that is not there', async () => {
  const { frame } = await renderTool(marketView, createDeskServer(), {
    Symbols: ['AAPL'],
    Columns: [
      { Id: 'Symbol', Width: 80 },
      { Id: 'gone.column', Width: 80 },
    ],
  });
  expect(await within(frame).findByText('AAPL')).toBeDefined();
  expect(within(frame).queryByText('gone.column')).toBeNull();
});
