import { expect } from 'vitest';
import { feesOf, totalFeesE4 } from '../../../domain/portfolio/index.ts';
import { dollars, openHarness, type Harness } from './harness.ts';

export const executionOf = (harness: Harness, orderId: string, at = 0): string =>
  harness
    .view()
    .reports.filter((report) => report.orderId === orderId && report.reportType === 'OrderExecuted')[at]
    ?.executionId ?? 'none';
export const bust = (harness: Harness, executionId: string, instruction = 'i1') =>
  harness.brokerage.amend({ executionId, instruction, correction: undefined });
export const correct = (
  harness: Harness,
  executionId: string,
  quantity: number,
  price: number,
  instruction = 'i1',
) => harness.brokerage.amend({ executionId, instruction, correction: { quantity, priceE4: dollars(price) } });
export const held = (harness: Harness, symbol = 'SPY') =>
  harness.view().positions.find((position) => position.symbol === symbol);
export const feesE4 = (side: 'Buy' | 'Sell', quantity: number, price: number) =>
  totalFeesE4(feesOf(side, quantity, dollars(price), 'R'));
/** Restarts the brokerage on the same journal and expects the same view. */
export async function expectSameAfterRestart(harness: Harness): Promise<Harness> {
  await harness.brokerage.stop();
  const again = await openHarness({ market: harness.market, journal: harness.journal });
  expect(again.view()).toEqual(harness.view());
  return again;
}
