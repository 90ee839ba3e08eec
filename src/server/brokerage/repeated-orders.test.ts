import { describe, expect, it } from 'vitest';
import { HOUSE_LIMITS } from '../../domain/risk/index.ts';
import type { RiskFacts } from './risk-facts.ts';
import { openDesk, quotedMarket, typesOf } from './testing/desk.ts';
import { MemoryJournal } from './testing/memory-journal.ts';
import { orderToWire, reportToWire } from './wire.ts';

const WAIT = 'The same order was sent 300 ms ago. Equal orders must be 1000 ms apart: wait 700 ms.';
const guarded = (defaults: RiskFacts): RiskFacts => ({ ...defaults, limits: () => HOUSE_LIMITS });

describe('equal orders within a second', () => {
  it('are rejected with the rule and the wait after the text of the code', async () => {
    const market = quotedMarket();
    const desk = await openDesk({ market, facts: guarded });
    await desk.send();
    market.nowMs += 300;
    const [report] = await desk.send();
    expect(report).toMatchObject({ errorCode: -48, message: 'Too frequent trades', detail: WAIT });
    expect(report && reportToWire(report)).toMatchObject({ Message: 'Too frequent trades', Detail: WAIT });
    expect(orderToWire(desk.order(report?.orderId ?? '')).Description).toBe(`Too frequent trades. ${WAIT}`);
  });

  it('pass when they state why they repeat; an order that states nothing stays guarded', async () => {
    const desk = await openDesk({ facts: guarded });
    await desk.send();
    expect(typesOf(await desk.send({ repeatReason: 'Hotkey' }))).toContain('OrderExecuted');
    expect(typesOf(await desk.send({ repeatReason: 'Strategy' }))).toContain('OrderExecuted');
    expect(typesOf(await desk.send())).toEqual(['OrderRejected']);
  });

  it('keep reason and detail in the journal', async () => {
    const journal = new MemoryJournal();
    const desk = await openDesk({ journal, facts: guarded });
    await desk.send();
    await desk.send({ repeatReason: 'Hotkey' });
    await desk.send();
    const again = await openDesk({ journal: new MemoryJournal(journal.records), facts: guarded });
    expect(again.view()).toEqual(desk.view());
    expect(journal.records.filter(({ payload }) => payload.includes('"repeatReason":"Hotkey"'))).toHaveLength(
      1,
    );
    expect(again.view().reports.at(-1)?.detail).toBe(
      'The same order was sent 0 ms ago. Equal orders must be 1000 ms apart: wait 1000 ms.',
    );
  });
});
