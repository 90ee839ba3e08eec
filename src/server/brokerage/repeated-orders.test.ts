import { describe, expect, it } from 'vitest';
import { HOUSE_LIMITS } from '../../domain/risk/index.ts';
import type { RiskFacts } from './risk-facts.ts';
import { openHarness, quotedMarket, typesOf } from './testing/harness.ts';
import { MemoryJournal } from './testing/memory-journal.ts';

const WAIT = 'The same order was sent 300 ms ago. Equal orders must be 1000 ms apart: wait 700 ms.';
const guarded = (defaults: RiskFacts): RiskFacts => ({ ...defaults, limits: () => HOUSE_LIMITS });

describe('equal orders within a second', () => {
  it('are rejected with the rule and the wait after the text of the code', async () => {
    const market = quotedMarket();
    const harness = await openHarness({ market, facts: guarded });
    await harness.send();
    market.nowMs += 300;
    const [report] = await harness.send();
    expect(report).toMatchObject({ errorCode: -48, message: 'Too frequent trades', detail: WAIT });
    expect(harness.order(report?.orderId ?? '').description).toBe(`Too frequent trades. ${WAIT}`);
  });

  it('pass when they state why they repeat; an order that states nothing stays guarded', async () => {
    const harness = await openHarness({ facts: guarded });
    await harness.send();
    expect(typesOf(await harness.send({ repeatReason: 'Hotkey' }))).toContain('OrderExecuted');
    expect(typesOf(await harness.send({ repeatReason: 'Strategy' }))).toContain('OrderExecuted');
    expect(typesOf(await harness.send())).toEqual(['OrderRejected']);
  });

  it('keep reason and detail in the journal', async () => {
    const journal = new MemoryJournal();
    const harness = await openHarness({ journal, facts: guarded });
    await harness.send();
    await harness.send({ repeatReason: 'Hotkey' });
    await harness.send();
    const again = await openHarness({ journal: new MemoryJournal(journal.records), facts: guarded });
    expect(again.view()).toEqual(harness.view());
    expect(journal.records.filter(({ payload }) => payload.includes('"repeatReason":"Hotkey"'))).toHaveLength(
      1,
    );
    expect(again.view().reports.at(-1)?.detail).toBe(
      'The same order was sent 0 ms ago. Equal orders must be 1000 ms apart: wait 1000 ms.',
    );
  });
});
