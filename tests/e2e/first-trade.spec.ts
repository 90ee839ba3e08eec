import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { Desk, numberIn, rowOf, signIn, watchForErrors } from './support/desk.ts';
import { RECORDING, test } from './support/test.ts';

const realData = fileURLToPath(new URL('../../../shared/data/', import.meta.url));

/** The whole of a first day: sign in, watch, arrange, buy, reload, restart. */
async function firstTrade(
  page: Page,
  desk: Desk,
  expected: { symbol: string; low: number; high: number; restarts: readonly ('stop' | 'kill')[] },
): Promise<void> {
  const errors = watchForErrors(page);
  const { symbol, low, high, restarts } = expected;

  await test.step('a trader signs in and adds a symbol to Market View', async () => {
    await signIn(page, desk);
    await page.getByRole('textbox', { name: 'Add symbol' }).fill(symbol.toLowerCase());
    await page.getByRole('textbox', { name: 'Add symbol' }).press('Enter');
  });
  const watched = rowOf(page.getByRole('grid', { name: 'Market View' }), symbol);
  await test.step('and sees the recorded prices', async () => {
    await expect(async () => {
      const last = await numberIn(watched.locator('[data-column="Last"]'));
      expect(last).toBeGreaterThanOrEqual(low);
      expect(last).toBeLessThanOrEqual(high);
    }).toPass();
  });
  await test.step('chooses 2r2c', async () => {
    await page.getByRole('button', { name: 'Choose window layout' }).click();
    await page.getByRole('button', { name: 'Two rows, two columns' }).click();
    await expect(page.getByRole('button', { name: 'Add tool' })).toHaveCount(1);
  });
  const position = rowOf(page.getByRole('grid', { name: 'Positions' }), symbol);
  let price = 0;
  await test.step('buys 100 at market', async () => {
    await watched.getByRole('button', { name: `Trade ${symbol}` }).click();
    const ticket = page.getByRole('dialog', { name: 'Order entry' });
    await expect(
      ticket
        .getByRole('spinbutton', { name: 'Quantity' })
        .or(ticket.getByRole('textbox', { name: 'Quantity' })),
    ).toHaveValue('100');
    await ticket.getByRole('button', { name: new RegExp(`^Buy 100 ${symbol}`) }).click();
    await expect(ticket).toContainText('Executed');
    await page.keyboard.press('Escape');
    await expect(ticket).toHaveCount(0);
  });
  await test.step('and sees the position at the price then in the data', async () => {
    await page.getByRole('tab', { name: 'Positions' }).click();
    await expect(position.locator('[data-column="Quantity"]')).toHaveText('100');
    await expect(async () => {
      price = await numberIn(position.locator('[data-column="AveragePrice"]'));
      expect(price).toBeGreaterThanOrEqual(low - 0.1);
      expect(price).toBeLessThanOrEqual(high + 0.1);
    }).toPass();
  });
  const asLeft = async () => {
    await expect(page.getByRole('button', { name: 'Add tool' })).toHaveCount(1);
    await expect(watched).toBeVisible();
    await expect(position.locator('[data-column="Quantity"]')).toHaveText('100');
    await expect.poll(() => numberIn(position.locator('[data-column="AveragePrice"]'))).toBe(price);
  };
  await test.step('a reload finds workspace and position as they were', async () => {
    await page.reload();
    await asLeft();
  });
  await test.step('so does a restart of the server, and a kill -9', async () => {
    for (const how of restarts) {
      await desk.restart(how);
      await page.goto(`${desk.baseUrl}/workspace`);
      await asLeft();
    }
  });
  expect(errors).toEqual([]);
}

test('a first trade on the recorded bars of the fixtures', async ({ page }) => {
  const desk = await Desk.start({ TAPEDECK_MARKET: `replay:${RECORDING}` });
  try {
    await firstTrade(page, desk, {
      symbol: 'AAPL',
      low: 169.25,
      high: 171.3,
      restarts: ['stop', 'kill'],
    });
  } finally {
    await desk.close();
  }
});

if (existsSync(realData)) {
  test('a first trade on the real minute bars', async ({ page }) => {
    const desk = await Desk.start({
      TAPEDECK_MARKET: `replay:${realData}`,
      TAPEDECK_MARKET_START: '2019-02-12',
    });
    try {
      // Each start reads the whole of the market: one is enough here, and both are made with the fixtures.
      await firstTrade(page, desk, { symbol: 'MSFT', low: 105, high: 108, restarts: ['kill'] });
    } finally {
      await desk.close();
    }
  });
} else {
  console.log(
    'The folder of real market data is not beside the project: the first trade runs on the fixtures alone.',
  );
}
