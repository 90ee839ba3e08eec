import { describe, expect, it } from 'vitest';
import {
  hasRoomForTarget,
  targetQuantities,
  withoutTarget,
  withTarget,
  withTargetAt,
} from './ticket-targets.ts';
import { NEW_TICKET, type Ticket } from './ticket.ts';

const ticket: Ticket = { ...NEW_TICKET, attach: 'Bracket', target: { basis: 'Percent', amount: 2 } };

describe('the targets of a ticket', () => {
  it('divide the quantity evenly when one is added, the first with what the single one had', () => {
    const two = { ...ticket, ...withTarget(ticket) };
    expect(two.targets.map(({ amount }) => amount)).toEqual([2, null]);
    expect(targetQuantities(two)).toEqual([50, 50]);
    const three = { ...two, ...withTarget(two) };
    expect(targetQuantities(three)).toEqual([33, 33, 34]);
    expect(targetQuantities({ ...three, quantity: 200 })).toEqual([33, 33, 134]);
    expect(targetQuantities(ticket)).toEqual([]);
  });

  it('are five at most', () => {
    let many = ticket;
    for (let count = 0; count < 4; count += 1) many = { ...many, ...withTarget(many) };
    expect([many.targets.length, hasRoomForTarget(many), hasRoomForTarget(ticket)]).toEqual([5, false, true]);
  });

  it('become a single one for all when the second is removed, without break-even', () => {
    const two = { ...ticket, ...withTarget(ticket), isBreakEven: true };
    const changed = { ...two, ...withTargetAt(two, 0, { amount: 1 }) };
    expect(withoutTarget(changed)).toEqual({
      target: { basis: 'Percent', amount: 1 },
      targets: [],
      isBreakEven: false,
    });
    const three = { ...changed, ...withTarget(changed) };
    expect(withoutTarget(three)).toMatchObject({
      targets: [
        { amount: 1, quantity: 50 },
        { amount: null, quantity: 50 },
      ],
      isBreakEven: true,
    });
  });

  it('have no quantities while that of the order is no number', () => {
    expect(withTarget({ ...ticket, quantity: Number.NaN }).targets[0]?.quantity).toBeNull();
  });
});
