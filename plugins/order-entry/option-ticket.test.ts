import { describe, expect, it } from 'vitest';
import { NEW_TICKET, sidesOf, ticketFrom, withSymbol, type Ticket } from './ticket.ts';

const OPTION = 'SPY260821C00645500';
const ticket: Ticket = ticketFrom({ symbol: 'spy' }, { symbol: 'QQQ' });

describe('a ticket', () => {
  it('of an option starts with one contract, and sells where a command names Short', () => {
    expect(ticketFrom({ symbol: OPTION }, { symbol: 'SPY' })).toEqual({
      ...NEW_TICKET,
      symbol: OPTION,
      quantity: 1,
    });
    expect(ticketFrom({ symbol: OPTION, side: 'Short' }, { symbol: 'SPY' }).side).toBe('Sell');
    expect([sidesOf(OPTION), sidesOf('SPY')]).toEqual([
      ['Buy', 'Sell'],
      ['Buy', 'Sell', 'Short'],
    ]);
  });

  it('for another symbol keeps its quantity, except between shares and contracts', () => {
    const limit: Ticket = { ...ticket, side: 'Short', quantity: 250, type: 'Limit', price: 9.5 };
    expect(withSymbol(limit, 'QQQ')).toEqual({ ...limit, symbol: 'QQQ', price: null });
    expect(withSymbol(limit, OPTION)).toEqual({
      ...limit,
      symbol: OPTION,
      side: 'Sell',
      quantity: 1,
      price: null,
    });
    expect(withSymbol(withSymbol(limit, OPTION), 'SPY').quantity).toBe(100);
    expect(withSymbol(limit, 'SPY')).toBe(limit);
  });
});
