import { beforeEach, describe, expect, test } from 'vitest';
import type { FiredAlert } from './types.ts';
import { AlertLog } from './alert-log.ts';

let log: AlertLog;
let sent: string[];
let published: string[];
let isDemo: boolean;
let isOpen: boolean;

const fired = (Serial: number, change: Partial<FiredAlert> = {}): FiredAlert => ({
  Serial,
  AlertId: `a${Serial}`,
  Side: 'High',
  Arm: 0,
  Symbol: 'AAPL',
  Column: 'Last',
  Level: 100,
  Value: 101,
  Timestamp: Serial,
  ...change,
});
const firings = (SeenUpTo: number, ...Items: FiredAlert[]) =>
  log.onTrading({ name: 'alertFirings', body: { Items, SeenUpTo } });
const serials = () => log.get().firings.map((item) => item.Serial);

beforeEach(() => {
  [sent, published, isDemo, isOpen] = [[], [], false, true];
  log = new AlertLog({
    trading: { sendReady: (name, { UpTo }) => isOpen && sent.push(`${name} ${UpTo}`) > 0 },
    isDemo: () => isDemo,
  });
  log.onFired((item, isLate) => published.push(`${item.Serial}${isLate ? ' late' : ''}`));
});

describe('the alert log', () => {
  test('publishes what fired while the browser was away, oldest first', () => {
    firings(1, fired(3), fired(2), fired(1));
    expect([serials(), published]).toEqual([
      [3, 2, 1],
      ['2 late', '3 late'],
    ]);
  });

  test('publishes each firing once, whether it comes live, in the log or in both', () => {
    firings(0, fired(1));
    log.onTrading({ name: 'alertFired', body: fired(2) });
    log.onTrading({ name: 'alertFired', body: fired(2) });
    firings(0, fired(2), fired(1));
    expect([serials(), published]).toEqual([
      [2, 1],
      ['1 late', '2'],
    ]);
  });

  test('keeps a firing that arrives before the requested log, and publishes the older ones of the log too', () => {
    log.onTrading({ name: 'alertFired', body: fired(5) });
    firings(2, fired(4), fired(3), fired(2));
    expect([serials(), published]).toEqual([
      [5, 4, 3, 2],
      ['5', '3 late', '4 late'],
    ]);
  });

  test('drops what another browser has cleared, and keeps what fired during its own clear request', () => {
    firings(0, fired(2), fired(1));
    log.onTrading({ name: 'accountSelectResponse', body: { Account: 'D-1', IsLive: false } });
    firings(0, fired(1));
    expect(serials()).toEqual([1]);
    log.onTrading({ name: 'alertFired', body: fired(3) });
    log.clear();
    log.onTrading({ name: 'alertFired', body: fired(4) });
    firings(0);
    expect(serials()).toEqual([4]);
  });

  test('reports to the server once up to where firings were seen', () => {
    firings(0, fired(4));
    log.markSeen();
    log.markSeen();
    expect([sent, log.get().seenUpTo]).toEqual([['alertFiringsSeen 4'], 4]);
  });

  test('stays unseen while the server cannot be reached', () => {
    firings(0, fired(4));
    isOpen = false;
    log.markSeen();
    expect([log.clear(), log.get().seenUpTo]).toEqual([false, 0]);
  });

  test('is empty after the server has cleared it', () => {
    firings(0, fired(4));
    expect([log.clear(), sent]).toEqual([true, ['alertFiringsClear 4']]);
    firings(4);
    expect(serials()).toEqual([]);
  });

  test('starts empty for another user', () => {
    firings(0, fired(4));
    log.reset();
    expect(serials()).toEqual([]);
    firings(0, fired(1));
    expect(published).toEqual(['4 late', '1 late']);
  });

  test('is kept in the page in a demo session, with each arming once', () => {
    isDemo = true;
    const { Serial: _serial, ...firing } = fired(1);
    log.report(firing);
    log.report(firing);
    log.report({ ...firing, Arm: 1 });
    log.markSeen();
    expect([serials(), published, sent, log.get().seenUpTo]).toEqual([[2, 1], ['1', '2'], [], 2]);
    expect([log.clear(), serials()]).toEqual([true, []]);
  });

  test('ignores firings that the page reports for a registered user', () => {
    const { Serial: _serial, ...firing } = fired(1);
    log.report(firing);
    expect(serials()).toEqual([]);
  });
});
