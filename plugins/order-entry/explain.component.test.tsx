import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { answerOrders, createDeskServer, fill, renderTool } from '../../src/testing/index.ts';
import { orderEntry } from './manifest.ts';

const CHECKS = [
  {
    Check: 'account-locked',
    Title: 'Account is not locked',
    Rule: 'The account is locked.',
    ErrorCode: 0,
  },
  {
    Check: 'buying-power',
    Title: 'Buying power',
    Rule: 'Opening would cost more than is left.',
    ErrorCode: -26,
    Figure: { Unit: 'Money', Bound: 'AtMost', Value: 24_000, Limit: 20_000 },
    Remedy: { Quantity: 80 },
  },
];
const EXPLANATION = {
  ErrorCode: -26,
  Message: 'Not enough cash',
  Timestamp: 1_772_465_400_123,
  Checks: CHECKS,
  Remedy: { Quantity: 80 },
};

interface ExplainRequest {
  readonly Order: { readonly Type: string };
}

/** A server that answers each request for an explanation. */
function createExplainingServer(answer: (request: ExplainRequest) => Response) {
  const server = createDeskServer();
  const { fetch } = server;
  Object.assign(server, {
    async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      const url = new URL(String(input), 'http://desk.test/');
      if (url.pathname !== '/api/Orders/Explain') return fetch(input, init);
      // The client sends JSON text.
      return answer(JSON.parse(init?.body as string) as ExplainRequest);
    },
  });
  return server;
}

test('a ticket explains its order by the button and by Alt+E: each check with its figures, and what passes', async () => {
  const explained: ExplainRequest[] = [];
  let isFailing = false;
  const server = createExplainingServer((request) => {
    if (isFailing) return Response.json({ Error: 'The order service takes no orders now.' }, { status: 503 });
    explained.push(request);
    return Response.json(EXPLANATION);
  });
  const { frame, user } = await renderTool(orderEntry, server, { Symbol: 'AAPL' });
  const ticket = within(frame);
  const quantity = await ticket.findByLabelText<HTMLInputElement>('Quantity', { selector: 'input' });
  await fill(user, quantity, '120');
  await user.click(await ticket.findByRole('button', { name: 'Explain' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Checks of the order' }));
  await dialog.findByText('The server would reject it: -26 Not enough cash');
  dialog.getByText('All checks pass with quantity ≤ 80.');
  dialog.getByText(/^1 of 2 checks passed at .* Nothing was sent\.$/);
  const rows = within(dialog.getByRole('table', { name: 'Risk checks' }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'Buying power24,000.00≤ 20,000.00-4,000.00-26 Not enough cash; passes with quantity ≤ 80',
    'Account is not lockedpassed',
  ]);
  expect(explained).toMatchObject([{ Order: { Symbol: 'AAPL', Quantity: 120, Type: 'Market' } }]);

  isFailing = true;
  await user.click(dialog.getByRole('button', { name: 'Check again' }));
  await dialog.findByText('The order service takes no orders now.');
  await user.keyboard('{Escape}');

  isFailing = false;
  quantity.focus();
  await user.keyboard('{Alt>}e{/Alt}');
  await screen.findByRole('dialog', { name: 'Checks of the order' });
  await expect.poll(() => explained.length).toBe(2);
  expect(quantity.value).toBe('120');
  expect(server.received('trading').some(({ name }) => name === 'orderSend')).toBe(false);
});

test('explains both of two orders that cancel each other, and names the rejected one', async () => {
  const accepted = { ...EXPLANATION, ErrorCode: 0, Message: '', Checks: CHECKS.slice(0, 1), Remedy: {} };
  const server = createExplainingServer(({ Order }) =>
    Response.json(Order.Type === 'Stop' ? EXPLANATION : accepted),
  );
  answerOrders(server);
  const { frame, user } = await renderTool(orderEntry, server, { Symbol: 'AAPL' });
  const ticket = within(frame);
  const choose = async (name: string, option: string) => {
    await user.click(ticket.getByRole('combobox', { name }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await ticket.findByRole('button', { name: 'Buy 100 AAPL at market' });
  await choose('Type', 'Limit (LMT)');
  await choose('Attach', 'One cancels other');
  await fill(user, ticket.getByRole('textbox', { name: 'Price' }), '90');
  await fill(user, ticket.getByRole('textbox', { name: 'Other stop price' }), '110');
  await user.click(await ticket.findByRole('button', { name: 'Explain' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Checks of the order' }));
  await dialog.findByText('The server would reject both: -26 Not enough cash');
  dialog.getByRole('heading', { name: 'Buy 100 AAPL at 90.00' });
  dialog.getByRole('heading', { name: 'Buy 100 AAPL stop 110.00: -26 Not enough cash' });
  expect(dialog.queryByText(/attached exits/)).toBeNull();
});
