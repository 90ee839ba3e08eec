import { describe, expect, it } from 'vitest';
import type { PriceE4 } from '../money/price.ts';
import { BROKER_KINDS, BROKERS, unsupportedTerms } from './brokers.ts';
import { toAlpacaOrder } from './alpaca/index.ts';
import { ORDER_TYPE_NAMES, TIME_IN_FORCES } from './enumerations.ts';
import { toSchwabOrder, type ExternalTicket } from './schwab/index.ts';

// Prices of the fixture are whole E4.
const PRICE = 1_000_000 as PriceE4;
const TICKET: ExternalTicket = {
  symbol: 'AAPL',
  side: 'Buy',
  source: 'Open',
  type: 'Limit',
  tif: 'Day',
  quantity: 100,
  priceE4: PRICE,
  stopPriceE4: PRICE,
  route: 'AUTO',
};

describe('the registered brokers', () => {
  it('have names and hints of their own', () => {
    const names = BROKER_KINDS.map((kind) => BROKERS[kind].name);
    const hints = BROKER_KINDS.map((kind) => BROKERS[kind].hint);
    expect([new Set(names).size, new Set(hints).size]).toEqual([BROKER_KINDS.length, BROKER_KINDS.length]);
  });

  it.each(ORDER_TYPE_NAMES)('declare for Schwab whether its dialect has orders of the type %s', (type) => {
    const isDeclared = BROKERS.schwab.capabilities.orderTypes.includes(type);
    expect(toSchwabOrder({ ...TICKET, type }).ok).toBe(isDeclared);
  });

  it.each(TIME_IN_FORCES)('declare for Schwab whether its dialect has the time in force %s', (tif) => {
    const isDeclared = BROKERS.schwab.capabilities.timesInForce.includes(tif);
    expect(toSchwabOrder({ ...TICKET, tif }).ok).toBe(isDeclared);
  });

  it.each(ORDER_TYPE_NAMES)('declare for Alpaca whether its dialect has orders of the type %s', (type) => {
    const isDeclared = BROKERS.alpaca.capabilities.orderTypes.includes(type);
    expect(toAlpacaOrder({ ...TICKET, type }, 'ord1').ok).toBe(isDeclared);
  });

  it.each(TIME_IN_FORCES)('declare for Alpaca whether its dialect has the time in force %s', (tif) => {
    const isDeclared = BROKERS.alpaca.capabilities.timesInForce.includes(tif);
    expect(toAlpacaOrder({ ...TICKET, tif }, 'ord1').ok).toBe(isDeclared);
  });

  it('take every term where nothing is lacking', () => {
    const { name, capabilities } = BROKERS.tapedeck;
    for (const type of ORDER_TYPE_NAMES)
      for (const tif of TIME_IN_FORCES)
        expect(
          unsupportedTerms(name, capabilities, { type, tif, isTrailing: true, hasQuantityLimits: true }),
        ).toBeNull();
  });
});
