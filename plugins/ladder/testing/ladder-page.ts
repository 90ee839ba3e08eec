import { fireEvent, screen, within } from '@testing-library/dom';
import { expect } from 'vitest';
import type { Body } from '../../../src/protocol/index.ts';
import {
  answerOrders,
  createDeskServer,
  renderTool,
  type MemoryServer,
  type OrdersServer,
  type RenderedTool,
} from '../../../src/testing/index.ts';
import { ladder } from '../manifest.ts';

const BBO: Body<'bboAnswer'>['Items'] = [
  { Exchange: 'ARCA', Bid: 99.99, BidSize: 200, Ask: 100.01, AskSize: 300 },
  { Exchange: 'NSDQ', Bid: 99.98, BidSize: 400, Ask: 100.01, AskSize: 100 },
];

/** A server in memory with the depth of a market that stands still, and the orders of its account. */
export function ladderServer(): { readonly server: MemoryServer; readonly account: OrdersServer } {
  const server = createDeskServer();
  const account = answerOrders(server);
  server.on('bbo', ({ Id }) =>
    server.send('data', 'bboAnswer', { Id, Result: 'Ok', HasMore: false, Items: BBO }),
  );
  return { server, account };
}

export const frame = () => document.querySelector<HTMLElement>('[data-tool="ladder"]') ?? document.body;
/** By attribute: roles of a whole page of rows take long to compute. */
export const grid = () => frame().querySelector<HTMLElement>('[role="grid"]') ?? document.body;
/** The cell of a column at a price. */
export function cell(price: string, column: string): HTMLElement {
  const row = [...grid().querySelectorAll<HTMLElement>('[data-row]')].find(
    (each) => each.querySelector('[data-column="price"]')?.textContent === price,
  );
  const found = row?.querySelector<HTMLElement>(`[data-column="${column}"]`);
  if (found === null || found === undefined) throw new Error(`There is no row of ${price}`);
  return found;
}
export const isArmed = () => within(frame()).queryByRole('button', { name: 'ARMED' }) !== null;

/** A ladder on AAPL that shows its market. */
export async function renderLadder(server: MemoryServer): Promise<RenderedTool> {
  const rendered = await renderTool(ladder, server, { Symbol: 'AAPL', Quantity: 20 });
  await expect.poll(() => cell('99.99', 'bid').textContent).toBe('200');
  return rendered;
}
export async function arm(user: RenderedTool['user']): Promise<void> {
  await user.click(within(frame()).getByRole('button', { name: 'Arm' }));
  await user.click(await screen.findByRole('button', { name: 'Arm' }));
  await expect.poll(isArmed).toBe(true);
}

/** Drags the mark of one row to another: the document has no layout, so that rows are 20 px high from its top on. */
export function drag(from: HTMLElement, to: HTMLElement): void {
  const rows = from.closest<HTMLElement>('[role="rowgroup"]') ?? document.body;
  const yOf = (element: HTMLElement) =>
    Number(element.closest<HTMLElement>('[data-row]')?.dataset['row']) * 20 + 10;
  // jsdom captures no pointers.
  rows.setPointerCapture = () => {};
  fireEvent.pointerDown(from, { button: 0, clientY: yOf(from) });
  fireEvent.pointerMove(rows, { clientY: yOf(to) });
  fireEvent.pointerUp(rows, { clientY: yOf(to) });
}
