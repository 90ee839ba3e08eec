import { expect, type Page } from '@playwright/test';
import { readFrame } from '../../src/client/connection/read-frame.ts';
import { decode } from '../../src/protocol/index.ts';
import { type Desk, rowOf, watchForErrors } from './support/desk.ts';
import { addSymbol, signInAsNewUser, startDemo } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

/** The ticket of the first desk follows a symbol of its own; these stories are about the grids. */
async function closeTicket(page: Page): Promise<void> {
  const ticket = page.locator('[data-tool="order-entry"]:visible');
  await ticket.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(ticket).toHaveCount(0);
  const message = page.locator('[data-type]', { hasText: 'closed.' });
  await message.getByLabel('Dismiss').click();
  await expect(message).toHaveCount(0);
}

interface Feed {
  readonly live: Set<string>;
  prices: number;
}

/** Follows the streaming socket: the symbols it is subscribed to now, and the prices it has brought. */
function watchFeed(page: Page): Feed {
  const feed: Feed = { live: new Set(), prices: 0 };
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const message = decode('streaming', 'toServer', String(payload));
      if (!message.ok) return;
      if (message.value.name === 'subscribe')
        feed.live.add(`${message.value.body.Symbol} ${message.value.body.Type}`);
      if (message.value.name === 'unsubscribe')
        feed.live.delete(`${message.value.body.Symbol} ${message.value.body.Type}`);
    });
    socket.on('framereceived', ({ payload }) => {
      // Many a frame. What another socket says has no such messages.
      for (const message of readFrame('streaming', String(payload)))
        if (message.ok && (message.value.name === 'trade' || message.value.name === 'quote')) feed.prices++;
    });
  });
  return feed;
}

test('prices change the texts of cells and nothing else on the page', async ({ page }) => {
  const errors = watchForErrors(page);
  const feed = watchFeed(page);
  await startDemo(page, desk);
  await page.getByRole('button', { name: 'Add a starter list' }).click();
  const grid = page.getByRole('grid', { name: 'Market View' });
  await expect(grid.locator('[role="row"][data-row-id]').first()).toBeVisible();
  await expect.poll(() => feed.prices).toBeGreaterThan(50);
  // The window's title says (loading...) until all facts are there.
  await expect(page.locator('[data-tool="market-view"]:visible').getByRole('heading')).toHaveText(
    'Market View - Untitled (12 symbols)',
  );
  // Each tool arrives in its own chunk, whenever the network brings it: the desk is at rest when all have.
  await expect(page.locator('[data-tool="trade-manager"]:visible').getByRole('tabpanel')).toBeVisible();
  await expect(
    page.locator('[data-tool="order-entry"]:visible').getByRole('button', { name: /^Bid [\d,.]+/ }),
  ).toBeEnabled();
  const pricesBefore = feed.prices;
  const seen = await page.evaluate(
    () =>
      new Promise<{ texts: number; others: string[] }>((resolve) => {
        const isText = (node: Node) => node.nodeType === Node.TEXT_NODE;
        const result = { texts: 0, others: [] as string[] };
        const observer = new MutationObserver((records) => {
          for (const { type, target, attributeName, addedNodes, removedNodes } of records) {
            const element = target instanceof Element ? target : target.parentElement;
            // The ticket of the first desk follows its symbol, too: texts of its prices and their age.
            const isCell = element?.closest('[role="gridcell"], form[aria-label="Order"]') !== null;
            if (
              isCell &&
              (type === 'characterData' ||
                (type === 'childList' && [...addedNodes, ...removedNodes].every(isText)))
            ) {
              result.texts++;
              continue;
            }
            if (
              isCell &&
              type === 'attributes' &&
              (attributeName === 'class' || attributeName?.startsWith('data-') || attributeName === 'title')
            )
              continue;
            // The clock and the sums of the account are written directly, too.
            if (element?.closest('time, dl') !== null) continue;
            // A connection's light is the word of a heartbeat, every five seconds, not of a price: its latency, and that its answer is late.
            if (element !== null && element.closest('[data-connection]') !== null) continue;
            result.others.push(`${type} ${attributeName ?? ''} ${element?.outerHTML.slice(0, 120) ?? ''}`);
          }
        });
        observer.observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        });
        // What a desk learns as it begins (names, rights, fees) still draws parts of it: it is at rest after a second without that, or never.
        const beganMs = performance.now();
        let restMs = 0;
        let quietTicks = 0;
        // From then on three seconds, and longer where the page is slow to write: what it writes besides is looked for all the time.
        const timer = setInterval(() => {
          const nowMs = performance.now();
          if (restMs === 0) {
            // Ticks are counted, not the time: a page that is kept from working for a second is not at rest.
            quietTicks = result.others.length > 0 ? 0 : quietTicks + 1;
            if (nowMs - beganMs < 60_000) {
              result.others.length = 0;
              if (quietTicks < 10) return;
            }
            restMs = nowMs;
            result.texts = 0;
          }
          const lookedMs = nowMs - restMs;
          if (lookedMs < 3_000 || (result.texts <= 10 && lookedMs < 30_000)) return;
          clearInterval(timer);
          observer.disconnect();
          resolve(result);
        }, 100);
      }),
  );
  await expect.poll(() => feed.prices - pricesBefore).toBeGreaterThan(20);
  expect(seen.texts).toBeGreaterThan(10);
  expect(seen.others).toEqual([]);
  expect(errors).toEqual([]);
});

test('symbols of a workspace that is not on screen are not streamed', async ({ page }) => {
  const feed = watchFeed(page);
  await signInAsNewUser(page, desk);
  await closeTicket(page);
  await addSymbol(page, 'AAPL');
  await expect(rowOf(page.getByRole('grid', { name: 'Market View' }), 'AAPL')).toBeVisible();
  await expect.poll(() => [...feed.live].sort()).toEqual(['AAPL Quote', 'AAPL Trade']);
  await page.getByRole('button', { name: 'New workspace', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Second');
  await page.getByRole('button', { name: 'Ok' }).click();
  await expect.poll(() => [...feed.live]).toEqual([]);
  await page.getByRole('tablist', { name: 'Workspaces' }).getByRole('tab', { name: 'Workspace 1' }).click();
  await expect.poll(() => [...feed.live].sort()).toEqual(['AAPL Quote', 'AAPL Trade']);
  await test.step('nor those of a window behind a maximised one', async () => {
    const other = page.locator('[data-tool="trade-manager"]:visible');
    await other.getByRole('heading').dblclick();
    await expect(page.locator('[data-tool="market-view"]:visible')).toBeHidden();
    await expect.poll(() => [...feed.live]).toEqual([]);
    await other.getByRole('heading').dblclick();
    await expect.poll(() => [...feed.live].sort()).toEqual(['AAPL Quote', 'AAPL Trade']);
  });
});
