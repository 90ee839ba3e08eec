import { screen, within } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import {
  answerOrders,
  answerSaves,
  answerTrades,
  collectSavedFiles,
  createDeskServer,
  fill,
  openLot,
  OPENED_MS,
  realisedLine,
  renderTool,
  roundTrip,
  type MemoryServer,
  type SavesServer,
  type TradesServer,
} from '../../src/testing/index.ts';
import { tradeJournal } from './manifest.ts';

let server: MemoryServer;
let saves: SavesServer;
let trades: TradesServer;
beforeEach(() => {
  server = createDeskServer();
  answerOrders(server);
  saves = answerSaves(server);
  trades = answerTrades(server);
  server.on('chartCandles', ({ Id }) =>
    server.send('data', 'chartCandlesAnswer', { Id, Result: 'Ok', Items: [], HasMore: false }),
  );
});

const frame = () =>
  within(document.querySelector<HTMLElement>('[data-tool="trade-journal"]') ?? document.body);
const cells = (column: string) =>
  [...document.querySelectorAll(`[data-tool="trade-journal"] [data-row-id] [data-column="${column}"]`)].map(
    ({ textContent }) => textContent,
  );
const figures = () => frame().getByRole('group', { name: 'Figures of the closed round trips' }).textContent;
const stored = () => saves.rows().map(({ Type, Name, Data }) => ({ Type, Name, Data }));

test('round trips are listed with their figures, and tags and notes are stored as documents', async () => {
  trades.trips = [roundTrip(1), roundTrip(2, { Net: -33, Risk: 66, Side: 'Short' })];
  trades.fills = [
    { Time: OPENED_MS, Quantity: 100, Price: 10 },
    { Time: OPENED_MS + 60_000, Quantity: -100, Price: 11 },
  ];
  const { user } = await renderTool(tradeJournal, server);
  await expect.poll(() => cells('R')).toEqual(['-0.50', '–']);
  expect(figures()).toMatch(/Trades 2.*Win rate 50\.0%.*Profit factor 3\.00.*Net \+66\.00/);

  await user.click(frame().getByText('Short'));
  const detail = within(await frame().findByRole('region', { name: 'Round trip in AAPL' }));
  await user.type(detail.getByRole('combobox', { name: 'Add tag' }), 'gap{Enter}');
  await expect.poll(() => cells('Tags')).toEqual(['gap', '']);
  await user.type(detail.getByRole('textbox', { name: 'Note' }), 'Too late');
  await user.tab();
  await expect.poll(stored).toEqual([
    {
      Type: 'TradeNotes',
      Name: 'D-1 2026-03',
      Data: {
        'AAPL:2': {
          Symbol: 'AAPL',
          Opened: OPENED_MS + 2,
          Tags: ['gap'],
          Note: 'Too late',
          Rating: 0,
          Snapshots: [],
        },
      },
    },
  ]);
  await user.click(frame().getByRole('button', { name: 'By tag' }));
  const row = within(frame().getByRole('table', { name: 'Figures by tag' })).getByRole('row', {
    name: /^gap/,
  });
  expect(row.textContent).toContain('-33.00');
  await user.click(detail.getByRole('button', { name: 'Remove the tag gap' }));
  await user.clear(detail.getByRole('textbox', { name: 'Note' }));
  await user.tab();
  // Nothing is written any more: the save is gone.
  await expect.poll(stored).toEqual([]);
});

test('a note that another machine writes appears, and two versions are kept until one is chosen', async () => {
  trades.trips = [roundTrip(1)];
  const { user } = await renderTool(tradeJournal, server);
  await user.click(await frame().findByText('Long'));
  const detail = within(await frame().findByRole('region', { name: 'Round trip in AAPL' }));
  const note = (Note: string) => ({
    'AAPL:1': { Symbol: 'AAPL', Opened: OPENED_MS + 1, Tags: [], Note, Rating: 0, Snapshots: [] },
  });
  saves.write({ Id: '5', Type: 'TradeNotes', Name: 'D-1 2026-03', Data: note('theirs') });
  await expect
    .poll(() => detail.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value)
    .toBe('theirs');
  saves.write({ Id: '6', Type: 'TradeNotes', Name: 'D-1 2026-03 (2)', Data: note('mine') });
  const versions = within(await detail.findByRole('group', { name: 'Versions of this note' }));
  const [, second] = versions.getAllByRole('button', { name: 'Keep this version' });
  if (second !== undefined) await user.click(second);
  await expect.poll(() => stored().map(({ Data }) => Data)).toEqual([note('mine')]);
});

test('the list is limited by days at the server, and by symbol and result on the page', async () => {
  trades.trips = [roundTrip(1), roundTrip(2, { Net: -5 }), roundTrip(3, { Id: 'MSFT:3', Symbol: 'MSFT' })];
  const { user } = await renderTool(tradeJournal, server, {
    Filter: { From: '2026-03-02', To: null, Symbol: '', Tag: '', Outcome: 'All' },
  });
  await expect.poll(() => cells('Symbol')).toHaveLength(3);
  expect(trades.calls.find(({ path }) => path.startsWith('RoundTrips'))?.path).toBe(
    'RoundTrips/D-1?by=Position&from=2026-03-02',
  );
  await user.type(frame().getByRole('textbox', { name: 'Symbol' }), 'aapl');
  await expect.poll(() => cells('Symbol')).toEqual(['AAPL', 'AAPL']);
  await user.click(frame().getByRole('combobox', { name: 'Result' }));
  await user.click(await screen.findByRole('option', { name: 'Loss' }));
  await expect.poll(() => cells('Net')).toEqual(['-5.00']);
});

test('a failed read says why and can be repeated', async () => {
  trades.refusal = 'The journal cannot be read.';
  const { user } = await renderTool(tradeJournal, server);
  await frame().findByText('The journal cannot be read.');
  trades.refusal = null;
  trades.trips = [roundTrip(1)];
  await user.click(frame().getByRole('button', { name: 'Try again' }));
  await expect.poll(() => cells('Net')).toEqual(['+99.00']);
});

test('realised gains show totals and reconciliation, and the lots of a line can be chosen', async () => {
  trades.lines = [realisedLine({ ChoosableUntil: 8e15 })];
  trades.lots = [openLot(), openLot({ Lot: '4', Quantity: 100 })];
  const { user } = await renderTool(tradeJournal, server, { View: 'Gains' });
  await expect.poll(() => cells('Gain')).toEqual(['+59.50']);
  expect(frame().getByRole('row', { name: /^Short-term/ }).textContent).toContain('600.50');
  expect(frame().getByRole('row', { name: /^Closed P&L/ }).textContent).toContain('50.00');
  await user.pointer({ keys: '[MouseRight]', target: frame().getByText('60 sh AAPL') });
  await user.click(await screen.findByRole('menuitem', { name: 'Choose lots…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Lots of order 8 - AAPL' }));
  const quantity = (lot: string) => dialog.getByRole('textbox', { name: new RegExp(`^Lot ${lot},`) });
  await user.clear(quantity('4'));
  await user.type(quantity('4'), '61');
  await dialog.findByText('The order closed 60. You chose 121.');
  await user.clear(quantity('2'));
  await user.type(quantity('2'), '0');
  await user.clear(quantity('4'));
  await user.type(quantity('4'), '60');
  await user.click(dialog.getByRole('button', { name: 'Choose' }));
  await expect
    .poll(() => trades.calls.find(({ path }) => path === 'ChooseLots/D-1')?.body)
    .toEqual({ OrderId: '8', Symbol: 'AAPL', Lots: [{ Lot: '4', Quantity: 60 }] });
});

test('the form of an order whose lots are chosen in part begins with them, not with what the method added', async () => {
  const line = { OrderId: '8', ChoosableUntil: 8e15 };
  trades.lines = [
    realisedLine({ ...line, Lot: '4', Quantity: 20, IsChosen: true }),
    realisedLine({ ...line, Lot: '2', Quantity: 40 }),
  ];
  trades.lots = [openLot(), openLot({ Lot: '4', Quantity: 80 })];
  const { user } = await renderTool(tradeJournal, server, { View: 'Gains' });
  await user.pointer({ keys: '[MouseRight]', target: await frame().findByText('40 sh AAPL') });
  await user.click(await screen.findByRole('menuitem', { name: 'Choose lots…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Lots of order 8 - AAPL' }));
  const quantity = (lot: string) =>
    dialog.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^Lot ${lot},`) });
  expect([quantity('2').value, quantity('4').value]).toEqual(['0', '20']);
  await fill(user, quantity('4'), '60');
  await user.click(dialog.getByRole('button', { name: 'Choose' }));
  await expect
    .poll(() => trades.calls.find(({ path }) => path === 'ChooseLots/D-1')?.body)
    .toEqual({ OrderId: '8', Symbol: 'AAPL', Lots: [{ Lot: '4', Quantity: 60 }] });
});

test('open lots show the method of the account, which can be changed', async () => {
  trades.lots = [openLot(), openLot({ Lot: '4', Side: 'Short', Quantity: 5 })];
  const { user } = await renderTool(tradeJournal, server, { View: 'Lots' });
  await expect.poll(() => cells('Cost')).toEqual(['400.00', '-50.00']);
  await user.click(frame().getByRole('combobox', { name: 'Lots that a sale closes' }));
  await user.click(await screen.findByRole('option', { name: 'Highest cost' }));
  await expect
    .poll(() => trades.calls.find(({ path }) => path === 'LotMethod/D-1')?.body)
    .toEqual({ Method: 'HighestCost' });
});

test('MAE and MFE are read for the rows on screen, and a file waits for those of all rows', async () => {
  // More rows than fit on the screen.
  trades.trips = Array.from({ length: 130 }, (_, at) => roundTrip(at + 1));
  trades.fills = [
    { Time: OPENED_MS, Quantity: 100, Price: 10 },
    { Time: OPENED_MS + 1, Quantity: -100, Price: 11 },
  ];
  const batches = () => trades.calls.filter(({ path }) => path.startsWith('FillsOfTrips'));
  const files = collectSavedFiles();
  const { user } = await renderTool(tradeJournal, server, {
    Columns: ['Symbol', 'Mae', 'Mfe', 'MfePerShare'].map((Id) => ({ Id, Width: 80 })),
  });
  await expect.poll(() => cells('Mfe')[0]).toBe('+100.00');
  expect([cells('Mae')[0], cells('MfePerShare')[0]]).toEqual(['0.00', '+1.00']);
  expect(batches()[0]?.path).toBe('FillsOfTrips/D-1?by=Position');
  // The body of this call, which the route has validated.
  const requested = () => batches().flatMap(({ body }) => (body as { readonly Trips: string[] }).Trips);
  expect(requested().length).toBeLessThan(130);

  trades.refusal = 'The journal cannot be read.';
  await user.click(frame().getByRole('button', { name: 'Export CSV' }));
  await expect
    .poll(() => document.body.textContent)
    .toContain('Not exported: MAE and MFE could not be read. The journal cannot be read.');
  expect(files).toHaveLength(0);
  trades.refusal = null;
  await user.click(frame().getByRole('button', { name: 'Export CSV' }));
  await expect.poll(() => files.length).toBe(1);
  const [header, ...lines] = (await files[0]?.data.text())?.trim().split('\r\n') ?? [];
  expect(header?.replace('\uFEFF', '')).toBe('Symbol,MAE,MFE,MFE a share');
  expect(lines).toHaveLength(130);
  expect(new Set(lines)).toEqual(new Set(['AAPL,0,100,1']));
  expect(new Set(requested()).size).toBe(130);
});

test('an export that waits for MAE and MFE says how far it is, and can be cancelled', async () => {
  trades.trips = Array.from({ length: 130 }, (_, at) => roundTrip(at + 1));
  trades.fills = [{ Time: OPENED_MS, Quantity: 100, Price: 10 }];
  const files = collectSavedFiles();
  const { fetch } = server;
  const waiting: (() => void)[] = [];
  let isHeld = true;
  Object.assign(server, {
    async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      if (isHeld && String(input).includes('FillsOfTrips')) await new Promise<void>((go) => waiting.push(go));
      return fetch(input, init);
    },
  });
  const { user } = await renderTool(tradeJournal, server, { Columns: [{ Id: 'Mae', Width: 80 }] });
  await expect.poll(() => cells('Mae')[0]).toBe('–');
  await user.click(frame().getByRole('button', { name: 'Export CSV' }));
  await frame().findByText('Reading MAE and MFE: 0 of 130');
  await user.click(frame().getByRole('button', { name: 'Cancel export' }));
  await frame().findByRole('button', { name: 'Export CSV' });
  isHeld = false;
  for (const go of waiting) go();
  await expect.poll(() => cells('Mae')[0]).not.toBe('–');
  expect(files).toHaveLength(0);
});
