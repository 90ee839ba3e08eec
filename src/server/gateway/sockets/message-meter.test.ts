import { beforeEach, describe, expect, it } from 'vitest';
import { MESSAGE_LIMITS, REFUSAL_LIMIT, tooManyText } from './message-limits.ts';
import { MessageMeter, UserMeters, type Verdict } from './message-meter.ts';

let nowMs: number;
let meters: UserMeters;
beforeEach(() => {
  nowMs = 0;
  meters = new UserMeters(() => nowMs, MESSAGE_LIMITS);
});

const meterOf = (userId: string): MessageMeter => {
  const meter = new MessageMeter(meters);
  expect(meter.belongTo(userId)).toBe(true);
  return meter;
};
const countOf = (meter: MessageMeter, name: Parameters<MessageMeter['takeMessage']>[0], sent: number) => {
  const count: Record<Verdict, number> = { served: 0, refused: 0, close: 0 };
  for (let index = 0; index < sent; index += 1) count[meter.takeMessage(name)] += 1;
  return count;
};

describe('MessageMeter', () => {
  it('serves a burst, refuses what exceeds it, and gives up a connection that continues', () => {
    const { burst } = MESSAGE_LIMITS.housekeeping.connection;
    const count = countOf(meterOf('A'), 'heartbeat', burst + REFUSAL_LIMIT.burst + 7);
    expect(count).toEqual({ served: burst, refused: REFUSAL_LIMIT.burst, close: 7 });
  });

  it('serves again at the rate of the class', () => {
    const meter = meterOf('A');
    const { burst, perSecond } = MESSAGE_LIMITS.housekeeping.connection;
    countOf(meter, 'heartbeat', burst);
    nowMs += 2_000;
    expect(countOf(meter, 'heartbeat', 2 * perSecond + 10).served).toBe(2 * perSecond);
  });

  it('counts the classes apart, so that orders can be cancelled beyond the rate of orders', () => {
    const meter = meterOf('A');
    countOf(meter, 'orderSend', MESSAGE_LIMITS.order.connection.burst + 1);
    expect(meter.takeMessage('orderSend')).toBe('refused');
    expect(meter.takeMessage('orderCancel')).toBe('served');
  });

  it('counts all connections of a user together, and users apart', () => {
    const { user, connection } = MESSAGE_LIMITS.housekeeping;
    let served = 0;
    for (let sent = 0; sent < 3 * user.burst; sent += connection.burst)
      served += countOf(meterOf('A'), 'heartbeat', connection.burst).served;
    expect(served).toBe(user.burst);
    expect(meterOf('B').takeMessage('heartbeat')).toBe('served');
  });

  it('names the rate that a refused message exceeds: of the connection, or of all connections of the user', () => {
    const { user, connection } = MESSAGE_LIMITS.housekeeping;
    const first = meterOf('A');
    expect(countOf(first, 'heartbeat', connection.burst + 1).refused).toBe(1);
    expect(first.refusalOf('heartbeat')).toBe(tooManyText(connection, 'connection'));
    for (let sent = connection.burst; sent < user.burst; sent += connection.burst)
      countOf(meterOf('A'), 'heartbeat', connection.burst);
    const last = meterOf('A');
    expect(last.takeMessage('heartbeat')).toBe('refused');
    expect(last.refusalOf('heartbeat')).toBe(tooManyText(user, 'user'));
    expect(last.refusalOf('heartbeat')).toContain(
      'all connections of a user together may send 300 of this kind',
    );
  });

  it('remembers a user who opens connection after connection', () => {
    let opened = 0;
    while (opened < 10_000 && new MessageMeter(meters).belongTo('A')) opened += 1;
    expect(opened).toBe(MESSAGE_LIMITS.session.user.burst);
    nowMs += 1_000;
    expect(new MessageMeter(meters).belongTo('A')).toBe(true);
  });

  it('forgets users who have sent nothing lately', () => {
    for (let user = 0; user < 10_000; user += 1) {
      meterOf(`U${user}`).takeMessage('heartbeat');
      nowMs += 60_000;
    }
    expect(meters.size).toBeLessThan(600);
  });
});
