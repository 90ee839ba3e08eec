import { describe, expect, it } from 'vitest';
import { dollars, idOf, openDesk, settle } from '../brokerage/testing/desk.ts';
import { exportJson } from './order-export.ts';
import { reportWords } from './report-words.ts';

const NEXT = { date: '2026-03-03', openMs: Date.UTC(2026, 2, 3, 14, 30), closeMs: Date.UTC(2026, 2, 3, 21, 0) };

describe('the export of some days', () => {
  it('has the orders to which something happened then, whenever they came, and no others', async () => {
    const desk = await openDesk();
    const gtc = { type: 'Limit', tif: 'GoodTillCancel', quantity: 10 } as const;
    const filled = idOf(await desk.send({ ...gtc, priceE4: dollars(99) }));
    await desk.send({ ...gtc, priceE4: dollars(80) });
    desk.market.beginSession(NEXT);
    desk.market.show('SPY', [{ exchange: 'ARCA', bid: [98, 300], ask: [98.5, 300] }]);
    await settle();
    const request = { account: 'A', from: '2026-03-03', to: null, fromMs: NEXT.openMs, toMs: Number.POSITIVE_INFINITY, view: desk.brokerage.accountView('A', NEXT.openMs) };
    const text = [...exportJson(request)].join('');
    expect(JSON.parse(text)).toMatchObject({ Orders: [{ OrderId: filled, Reports: [{ ReportType: 'OrderExecuted' }] }], OtherReports: [] });
    const before = { ...request, from: null, to: '2026-03-02', fromMs: 0, toMs: NEXT.openMs, view: desk.view() };
    expect(JSON.parse([...exportJson(before)].join(''))).toMatchObject({ Orders: [{ OrderId: filled }, {}] });
  });
});

describe('the words of a confirmation', () => {
  it('tell where the stop of a stop order stands, and of every other order that it works', async () => {
    const desk = await openDesk();
    const words = async (change: Parameters<typeof desk.send>[0]) => (await desk.send(change)).filter(({ reportType }) => reportType === 'OrderConfirmed').map(reportWords);
    expect(await words({ type: 'Stop', stopPriceE4: dollars(101) })).toEqual(['The order is in place, its stop at 101.']);
    expect(await words({ type: 'Limit', priceE4: dollars(99) })).toEqual(['The order is working in the market.']);
  });
});
