import { expect, type Locator, type WebSocketRoute } from '@playwright/test';
import { decode } from '../../src/protocol/index.ts';
import { type Desk, numberIn, watchForErrors } from './support/desk.ts';
import { awayFromBid, choose, command, dialog, entry, openTicket } from './support/orders.ts';
import { signInAsNewUser } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
let errors: string[];
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});
test.beforeEach(async ({ page }) => {
  errors = watchForErrors(page);
  await signInAsNewUser(page, desk);
});
test.afterEach(() => {
  expect(errors).toEqual([]);
});

test('the ticket shows the server preview of an order, and why the server would reject it', async ({
  page,
}) => {
  const ticket = await openTicket(page);
  const fact = (name: string) =>
    ticket.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');
  await expect(fact('Position after fill')).toHaveText('Long 100');
  await expect.poll(() => numberIn(fact('Buying power effect'))).toBeLessThan(0);
  await expect(ticket.getByRole('button', { name: /^Bid/ })).toBeEnabled();
  const box = await ticket.getByRole('button', { name: /^Buy 100 SPY/ }).boundingBox();
  await ticket.getByRole('radio', { name: 'Sell' }).click();
  await expect(ticket.getByText('The server would reject it: ')).toBeVisible();
  await expect(ticket.locator('form')).toHaveAttribute('data-side', 'Sell');
  await expect.poll(() => ticket.getByRole('button', { name: /^Sell 100 SPY/ }).boundingBox()).toEqual(box);
  await ticket.getByRole('radio', { name: 'Short' }).click();
  await expect(fact('Position after fill')).toHaveText('Short 100');

  await choose(ticket, 'Type', 'Stop limit (STOP LMT)');
  await expect(ticket.getByRole('textbox', { name: 'Stop price' })).toBeEnabled();
  await expect(ticket.getByRole('textbox', { name: 'Trail by, $' })).toBeDisabled();
  await choose(ticket, 'Stop', 'Trailing, %');
  await expect(ticket.getByRole('textbox', { name: 'Trail by, %' })).toBeEnabled();
  await choose(ticket, 'Type', 'Market (MKT)');
  for (const name of ['Price', 'Stop price'])
    await expect(ticket.getByRole('textbox', { name, exact: true })).toBeDisabled();
  await choose(ticket, 'Time in force', 'Good till date (GTD)');
  await expect(ticket.getByLabel('Good till')).toBeEnabled();
});

test('quantities at a press are changed once and stay', async ({ page }) => {
  const ticket = await openTicket(page);
  await ticket.getByRole('button', { name: '500', exact: true }).click();
  await expect(ticket.getByRole('textbox', { name: 'Quantity' })).toHaveValue('500');
  await ticket.getByRole('button', { name: 'Change these quantities' }).click();
  const form = dialog(page, 'Quantities');
  await form.getByRole('textbox', { name: 'Shares' }).fill('7, x');
  await form.getByRole('button', { name: 'Ok' }).click();
  await expect(form.getByText(/^Enter whole numbers/)).toBeVisible();
  await form.getByRole('textbox', { name: 'Shares' }).fill('70, 7');
  await form.getByRole('button', { name: 'Ok' }).click();
  await expect(form).toHaveCount(0);
  await page.reload();
  await expect(
    page
      .locator('[data-tool="order-entry"]')
      .getByRole('toolbar', { name: 'Quantities' })
      .getByRole('button'),
  ).toHaveText(['7', '70', '']);
});

test('a filled ticket and what became of its orders are there again after another page or workspace was in front', async ({
  page,
}) => {
  const window = entry(page);
  await expect(window.getByRole('button', { name: /^Bid/ })).toBeEnabled();
  await window.getByRole('textbox', { name: 'Quantity' }).fill('7');
  await choose(window, 'Type', 'Limit (LMT)');
  const price = await awayFromBid(window, 0.97);
  await window.getByRole('textbox', { name: 'Price', exact: true }).fill(price);
  const send = window.getByRole('button', { name: `Buy 7 SPY at ${price}`, exact: true });
  await send.click();
  const lines = window.getByRole('list', { name: 'Order messages' }).getByRole('listitem');
  await expect(lines.filter({ hasText: 'Confirmed' })).toBeVisible();
  const messages = await lines.allTextContents();
  const asLeft = async () => {
    await expect(send).toBeVisible();
    await expect(window.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue(price);
    await expect.poll(() => lines.allTextContents()).toEqual(messages);
  };

  await command(page, 'settings');
  await expect(page).toHaveURL(`${desk.baseUrl}/Settings`);
  await page.goBack();
  await asLeft();

  await page.getByRole('button', { name: 'New workspace' }).click();
  await dialog(page, 'New workspace').getByRole('textbox').fill('Elsewhere');
  await dialog(page, 'New workspace').getByRole('button', { name: 'Ok' }).click();
  await expect(window).toHaveCount(0);
  await page.getByRole('tab', { name: 'Workspace 1' }).click();
  await asLeft();

  await page.reload();
  await expect(window.getByRole('button', { name: 'Buy 100 SPY at market' })).toBeVisible();
});

test('the order preview is requested again as soon as the account changes', async ({ page }) => {
  const requestTimes = new Map<number, number>();
  const answers: { readonly Id: number; readonly PositionAfter: number; readonly atMs: number }[] = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const message = decode('trading', 'toServer', String(payload));
      if (message.ok && message.value.name === 'orderPreview')
        requestTimes.set(message.value.body.Id, Date.now());
    });
    socket.on('framereceived', ({ payload }) => {
      const message = decode('trading', 'toClient', String(payload));
      if (message.ok && message.value.name === 'orderPreviewResult')
        answers.push({ ...message.value.body, atMs: Date.now() });
    });
  });
  await page.reload();
  const window = entry(page);
  const after = window
    .locator('dt', { hasText: 'Position after fill' })
    .locator('xpath=following-sibling::dd[1]');
  await window.getByRole('textbox', { name: 'Quantity' }).fill('60');
  await expect(window.locator('[data-preview="server"]')).toBeVisible();
  await expect(after).toHaveText('Long 60');
  await window.getByRole('button', { name: 'Buy 60 SPY at market' }).click();
  await expect(window.getByRole('listitem').filter({ hasText: 'Executed' })).toBeVisible();
  await expect(after).toHaveText('Long 120');
  await expect(window.locator('[data-preview="server"]')).toBeVisible();
  // Sooner than the five seconds after which the ticket requests a new preview anyway.
  const requestedAtMs =
    requestTimes.get(answers.find(({ PositionAfter }) => PositionAfter === 120)?.Id ?? -1) ?? Infinity;
  expect(requestedAtMs - (answers.findLast(({ atMs }) => atMs <= requestedAtMs)?.atMs ?? 0)).toBeLessThan(
    5_000,
  );
});

test('nothing can be sent while the connection is gone, and everything again once it is back', async ({
  page,
}) => {
  const lines = new Set<WebSocketRoute>();
  let isCut = false;
  await page.routeWebSocket(/\/ws\/trading$/, (line) => {
    if (isCut) {
      void line.close();
      return;
    }
    line.connectToServer();
    lines.add(line);
  });
  await page.reload();
  const window = entry(page);
  const send = window.getByRole('button', { name: 'Buy 7 SPY at market' });
  await window.getByRole('textbox', { name: 'Quantity' }).fill('7');
  await expect(window.locator('[data-preview="server"]')).toBeVisible();
  await expect(send).toBeEnabled();
  isCut = true;
  for (const line of lines) await line.close();
  const notice = window.getByText(
    'No connection to the order server. Nothing can be sent now; the ticket is kept.',
  );
  await expect(notice).toBeVisible();
  await expect(send).toBeDisabled();
  isCut = false;
  await command(page, 'reconnect now');
  await expect(notice).toHaveCount(0);
  await expect(window.getByText('Network error')).toHaveCount(0);
  await expect(window.locator('[data-preview="server"]')).toBeVisible();
  await send.click();
  await expect(window.getByRole('listitem').filter({ hasText: 'Executed' })).toBeVisible();
});

test('the figures of a ticket stand clear of one another in a narrow window', async ({ page }) => {
  const window = entry(page);
  for (const size of [
    { width: 1280, height: 720 },
    { width: 1024, height: 700 },
    { width: 960, height: 600 },
  ]) {
    await page.setViewportSize(size);
    await expect(window.locator('[data-preview="server"]')).toBeVisible();
    await expect
      .poll(
        () =>
          window.locator('dl').evaluate((list) => {
            // The words themselves: a cell may be wider, or narrower, than they are.
            const boxes = [...list.querySelectorAll('dt, dd')].map((cell) => {
              const range = document.createRange();
              range.selectNodeContents(cell);
              return { text: cell.textContent, box: range.getBoundingClientRect() };
            });
            return boxes.flatMap(({ text, box }, index) =>
              boxes
                .slice(index + 1)
                .filter(
                  ({ box: other }) =>
                    box.left < other.right - 1 &&
                    other.left < box.right - 1 &&
                    box.top < other.bottom - 3 &&
                    other.top < box.bottom - 3,
                )
                .map((other) => `${text} | ${other.text}`),
            );
          }),
        `at ${size.width}`,
      )
      .toEqual([]);
    const oneLine = async (target: Locator) => {
      await expect
        .poll(() =>
          target.evaluate((element) => element.getClientRects().length === 1 && element.clientHeight < 24),
        )
        .toBe(true);
    };
    await oneLine(window.getByRole('button', { name: 'Keys off' }));
    await oneLine(
      window
        .locator('form > div')
        .first()
        .getByTitle(/^Account /),
    );
  }
});
