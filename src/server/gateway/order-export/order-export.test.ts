import Papa from 'papaparse';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { orderExportBody } from '../../../protocol/index.ts';
import {
  dollars,
  idOf,
  openHarness,
  OPTION,
  quotedMarket,
  settle,
  type Harness,
} from '../../brokerage/testing/harness.ts';
import { exportCsv, exportJson } from './order-export.ts';
import { reportText } from './report-text.ts';

const NEXT = {
  date: '2026-03-03',
  openMs: Date.UTC(2026, 2, 3, 14, 30),
  closeMs: Date.UTC(2026, 2, 3, 21, 0),
};

/** Reads the account without waiting between the pieces. */
async function sourceOf(harness: Harness, fromMs = 0) {
  return {
    history: await harness.brokerage.accountHistory('A', fromMs),
    settlements: harness.brokerage.accountState('A', fromMs).settlements,
    actions: harness.brokerage.accountState('A', fromMs).actions,
    pace: () => Promise.resolve(),
  };
}
async function textOf(texts: AsyncIterable<string>): Promise<string> {
  let whole = '';
  for await (const text of texts) whole += text;
  return whole;
}

describe('the export of some days', () => {
  it('contains every order with a report in the period, whenever it was sent, and no others', async () => {
    const harness = await openHarness();
    const gtc = { type: 'Limit', tif: 'GoodTillCancel', quantity: 10 } as const;
    const filled = idOf(await harness.send({ ...gtc, priceE4: dollars(99) }));
    await harness.send({ ...gtc, priceE4: dollars(80) });
    harness.market.beginSession(NEXT);
    harness.market.show('SPY', [{ exchange: 'ARCA', bid: [98, 300], ask: [98.5, 300] }]);
    await settle();
    const request = {
      account: 'A',
      from: '2026-03-03',
      to: null,
      fromMs: NEXT.openMs,
      toMs: Number.POSITIVE_INFINITY,
      ...(await sourceOf(harness, NEXT.openMs)),
    };
    const text = await textOf(exportJson(request));
    expect(JSON.parse(text)).toMatchObject({
      Orders: [{ OrderId: filled, Reports: [{ ReportType: 'OrderExecuted' }] }],
      OtherReports: [],
    });
    const before = {
      ...request,
      from: null,
      to: '2026-03-02',
      fromMs: 0,
      toMs: NEXT.openMs,
      ...(await sourceOf(harness)),
    };
    expect(JSON.parse(await textOf(exportJson(before)))).toMatchObject({ Orders: [{ OrderId: filled }, {}] });
  });
});

const EXPIRATION = {
  date: '2026-03-06',
  openMs: Date.UTC(2026, 2, 6, 14, 30),
  closeMs: Date.UTC(2026, 2, 6, 21, 0),
};

describe('an option that settled', () => {
  async function settled() {
    const market = quotedMarket();
    market.show(OPTION, [{ exchange: 'CBOE', bid: [2.9, 5], ask: [3, 4] }]);
    const harness = await openHarness({ market });
    await harness.send({ symbol: OPTION, quantity: 2 });
    market.beginSession(EXPIRATION);
    market.nowMs = EXPIRATION.closeMs;
    market.turn('post');
    market.auction('closing', 'SPY', 105, 1_000);
    await settle();
    return {
      account: 'A',
      from: null,
      to: null,
      fromMs: 0,
      toMs: Number.POSITIVE_INFINITY,
      ...(await sourceOf(harness)),
    };
  }
  const settlementText =
    'Exercised 2 contracts at 100.00: bought 200 SPY for 20,000.00, SPY closed at 105.00.';

  it('is in the JSON, with what it moved and in plain words', async () => {
    const exported = v.parse(orderExportBody, JSON.parse(await textOf(exportJson(await settled()))));
    expect(exported.Settlements).toEqual([
      {
        Serial: exported.Settlements[0]?.Serial,
        Account: 'A',
        Timestamp: EXPIRATION.closeMs,
        SettlementType: 'Exercised',
        Symbol: OPTION,
        Underlying: 'SPY',
        Contracts: -2,
        Shares: 200,
        Strike: 100,
        OptionPrice: 0,
        Cash: -20_000,
        UnderlyingPrice: 105,
        Words: settlementText,
      },
    ]);
  });
  it('is a line of the CSV behind those of the orders, which have nothing in its columns', async () => {
    const { data, errors } = Papa.parse<Record<string, string>>(await textOf(exportCsv(await settled())), {
      header: true,
      skipEmptyLines: true,
    });
    expect(errors).toEqual([]);
    expect(data.at(-1)).toMatchObject({
      OrderId: '',
      ReportType: 'OptionExercised',
      Words: settlementText,
      Time: '2026-03-06T21:00:00.000Z',
      Symbol: OPTION,
      Quantity: '2',
      Side: '',
      Underlying: 'SPY',
      Strike: '100',
      ContractsChange: '-2',
      SharesChange: '200',
      CashChange: '-20000',
    });
    expect(
      data.slice(0, -1).map(({ ReportType, CashChange, Underlying }) => [ReportType, CashChange, Underlying]),
    ).toEqual(['OrderAccepted', 'OrderConfirmed', 'OrderExecuted'].map((type) => [type, '', '']));
  });
  it('names the request and the user who exercised before expiration', async () => {
    const market = quotedMarket();
    market.show(OPTION, [{ exchange: 'CBOE', bid: [2.9, 5], ask: [3, 4] }]);
    const harness = await openHarness({ market });
    await harness.send({ symbol: OPTION, quantity: 2 });
    await harness.brokerage.exercise({
      account: 'A',
      userId: 'u',
      clientId: 'exe1',
      symbol: OPTION,
      contracts: 1,
    });
    const source = await sourceOf(harness);
    const csv = exportCsv({
      account: 'A',
      from: null,
      to: null,
      fromMs: 0,
      toMs: Number.POSITIVE_INFINITY,
      ...source,
    });
    const { data } = Papa.parse<Record<string, string>>(await textOf(csv), {
      header: true,
      skipEmptyLines: true,
    });
    expect(data.at(-1)).toMatchObject({
      ReportType: 'OptionExercised',
      ClientId: 'exe1',
      UserId: 'u',
      Words: 'Exercised 1 contract early at 100.00: bought 100 SPY for 10,000.00, SPY last traded at 100.01.',
    });
  });
  it('is left out of days in which it did not settle', async () => {
    const until = { ...(await settled()), toMs: EXPIRATION.closeMs };
    expect(JSON.parse(await textOf(exportJson(until)))).toMatchObject({ Settlements: [] });
    const since = { ...(await settled()), fromMs: EXPIRATION.closeMs };
    expect(JSON.parse(await textOf(exportJson(since)))).toMatchObject({
      Orders: [],
      Settlements: [{ Words: settlementText }],
    });
  });
});

describe('the text of a confirmation', () => {
  it('states the stop price of a stop order, and that every other order works', async () => {
    const harness = await openHarness();
    const confirmedText = async (change: Parameters<typeof harness.send>[0]) =>
      (await harness.send(change))
        .filter(({ reportType }) => reportType === 'OrderConfirmed')
        .map(reportText);
    expect(await confirmedText({ type: 'Stop', stopPriceE4: dollars(101) })).toEqual([
      'The order is in place, its stop at 101.',
    ]);
    expect(await confirmedText({ type: 'Limit', priceE4: dollars(99) })).toEqual([
      'The order is working in the market.',
    ]);
  });
});

it('has a dividend with its line and its cash, in both forms', async () => {
  const market = quotedMarket();
  const harness = await openHarness({ market });
  await harness.send({ quantity: 100 });
  market.actions.push({ kind: 'Dividend', symbol: 'SPY', exDate: EXPIRATION.date, amountE6: 470_000 });
  market.beginSession(EXPIRATION);
  market.turn('open');
  await settle();
  const range = { account: 'A', from: null, to: null, fromMs: 0, toMs: Number.POSITIVE_INFINITY };
  const json = await textOf(exportJson({ ...range, ...(await sourceOf(harness)) }));
  const Message = 'Dividend of 0.47 a share: received 47.00 on 100 shares';
  expect(v.parse(orderExportBody, JSON.parse(json)).Actions).toMatchObject([
    { ActionType: 'Dividend', Symbol: 'SPY', Message, Positions: [{ Cash: 47 }] },
  ]);
  const csv = await textOf(exportCsv({ ...range, ...(await sourceOf(harness)) }));
  const { data } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
  expect(data.at(-1)).toMatchObject({
    OrderId: '',
    ReportType: 'CorporateDividend',
    Words: `${Message}.`,
    Symbol: 'SPY',
    CashChange: '47',
  });
});
