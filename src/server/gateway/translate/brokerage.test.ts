import * as v from 'valibot';
import { expect, it } from 'vitest';
import { ExerciseError } from '../../../domain/orders/errors.ts';
import {
  catalogue,
  executionReportBody,
  orderBody,
  positionBody,
  settlementBody,
  type Body,
} from '../../../protocol/index.ts';
import type { SettlementView } from '../../brokerage/brokerage.ts';
import { createBrokerage } from '../../brokerage/create-brokerage.ts';
import { MemoryJournal } from '../../brokerage/testing/memory-journal.ts';
import { ScriptedMarket } from '../../brokerage/testing/scripted-market.ts';
import {
  balanceToWire,
  exerciseToWire,
  orderFromWire,
  orderToWire,
  positionToWire,
  reportToWire,
  settlementToWire,
} from './brokerage.ts';

const sent: Body<'orderSend'> = {
  Symbol: 'SPY',
  Quantity: 100,
  Destination: 'SMART',
  Route: 'AUTO',
  Type: 'Limit',
  Price: 100.07,
  TifType: 'Day',
  Currency: 'USD',
  Account: 'A',
  UserId: 'u',
  ClientId: 'ord1',
  Timestamp: 1,
  Side: 'Buy',
  Source: 'Open',
};
const sender = { account: 'A', userId: 'u' };

it('takes account and user from the session, not from the body', () => {
  expect(orderFromWire(sent, { account: 'B', userId: 'v' })).toMatchObject({
    account: 'B',
    userId: 'v',
    priceE4: 1_000_700,
    stopPriceE4: 0,
    stopType: 'Static',
  });
});

it('takes from a client that an armed key repeats an order on purpose, and no other reason', () => {
  expect(orderFromWire({ ...sent, RepeatReason: 'Hotkey' }, sender).repeatReason).toBe('Hotkey');
  expect(orderFromWire(sent, sender)).not.toHaveProperty('repeatReason');
  const accepts = (RepeatReason: string) =>
    v.safeParse(catalogue.orderSend.body, { ...sent, RepeatReason }).success;
  expect([accepts('Hotkey'), accepts('Strategy')]).toEqual([true, false]);
});

it('writes bodies that the protocol accepts for every view and report, refusals included', async () => {
  const market = new ScriptedMarket(['SPY']);
  const brokerage = createBrokerage({
    market,
    journal: new MemoryJournal(),
    clock: market,
    accounts: () => ({ isLive: false, isLocked: false }),
  });
  const refused = await brokerage.submit(orderFromWire(sent, sender));
  await brokerage.start();
  await brokerage.fundAccount('A', { cashE4: 1_000_000_000, version: 1 });
  market.show('SPY', [{ exchange: 'ARCA', bid: [100, 50], ask: [100.05, 60] }]);
  await brokerage.submit(orderFromWire(sent, sender));
  await brokerage.submit(orderFromWire({ ...sent, ClientId: 'ord2', Price: 100.00001 }, sender));
  await brokerage.cancel({ ...sender, orderId: 'nothing', clientId: 'c1' });
  await brokerage.stop();
  const view = brokerage.accountView('A', 0);

  for (const report of [...refused, ...view.reports])
    expect(v.safeParse(executionReportBody, reportToWire(report)).issues).toBeUndefined();
  for (const order of view.orders) expect(v.safeParse(orderBody, orderToWire(order)).issues).toBeUndefined();
  for (const position of view.positions)
    expect(v.safeParse(positionBody, positionToWire(position)).issues).toBeUndefined();
  expect(v.safeParse(catalogue.balance.body, balanceToWire(view.balance)).issues).toBeUndefined();

  expect(view.orders.map(orderToWire)).toMatchObject([
    {
      Price: 100.07,
      AveragePrice: 100.05,
      Fill: 60,
      Unfill: 40,
      Status: 'PartiallyExecuted',
      ExecutedRoute: 'ARCA',
      ExecutedLiquidity: 'R',
      FeeParts: {
        ClearingCharge: 0,
        ExecutionCharge: 0,
        LiquidityFee: 0.18,
        SecFee: 0,
        NsccFee: 0.012,
        FinraFee: 0,
        OtherFee: 0.0021,
      },
    },
    { Price: 100.00001, Status: 'Rejected', Description: 'Price out of allowed range' },
  ]);
  expect(view.positions.map(positionToWire)).toMatchObject([
    { LongQty: 60, FifoCost: 6_003, TodayPL: -0.1941, IsStock: true },
  ]);
  expect(balanceToWire(view.balance)).toMatchObject({ Cash: 100_000 - 6_003 - 0.1941 });
});

it('states qualifier, execution instructions and currency of an order', async () => {
  const market = new ScriptedMarket(['SPY']);
  const brokerage = createBrokerage({
    market,
    journal: new MemoryJournal(),
    clock: market,
    accounts: () => ({ isLive: false, isLocked: false }),
  });
  await brokerage.start();
  await brokerage.fundAccount('A', { cashE4: 1_000_000_000, version: 1 });
  market.show('SPY', [{ exchange: 'ARCA', bid: [100, 50], ask: [100.05, 60] }]);
  await brokerage.submit(orderFromWire({ ...sent, Price: 90, IsldDisplay: 10, MinQuantity: 100 }, sender));
  expect(brokerage.accountView('A', 0).orders.map(orderToWire)).toMatchObject([
    { Qualifier: 'Reserve', ExecInst: 'G', Currency: 'USD' },
  ]);
  await brokerage.stop();
});

const settlement: SettlementView = {
  serial: 7,
  account: 'A',
  timeMs: Date.UTC(2026, 2, 6, 21, 0),
  kind: 'exercised',
  symbol: 'SPY260306C00100000',
  underlying: 'SPY',
  contracts: -2,
  shareQuantity: 200,
  strikeE4: 1_000_000,
  optionPriceE4: 0,
  cashE4: -200_000_000,
  underlyingPriceE4: 1_050_000,
};

it('writes an option settlement with prices and cash in dollars', () => {
  const wire = settlementToWire(settlement);
  expect(v.safeParse(settlementBody, wire).issues).toBeUndefined();
  expect(wire).toEqual({
    Serial: 7,
    Account: 'A',
    Timestamp: settlement.timeMs,
    SettlementType: 'Exercised',
    Symbol: 'SPY260306C00100000',
    Underlying: 'SPY',
    Contracts: -2,
    Shares: 200,
    Strike: 100,
    OptionPrice: 0,
    Cash: -20_000,
    UnderlyingPrice: 105,
  });
});

it('answers an exercise request with its settlement, or with the text and the detail of the refusal', () => {
  const done = exerciseToWire('A', 'exe1', {
    settlement: { ...settlement, request: { userId: 'u', clientId: 'exe1' } },
  });
  expect(v.safeParse(catalogue.optionExerciseResult.body, done).issues).toBeUndefined();
  expect(done.Settlement).toMatchObject({ ClientId: 'exe1', UnderlyingPrice: 105 });
  const refused = { code: ExerciseError.TooManyContracts, detail: 'The account holds 5.' };
  expect(exerciseToWire('A', 'exe1', refused)).toEqual({
    Account: 'A',
    ClientId: 'exe1',
    ErrorCode: ExerciseError.TooManyContracts,
    Message: 'Not enough contracts to exercise. The account holds 5.',
  });
});
