import { beforeEach, describe, expect, test } from 'vitest';
import type { FiredAlert } from '../types.ts';
import { type AlertLogCore, createAlertLog } from './alert-log.ts';

let log: AlertLogCore;
let sent: string[];
let told: string[];
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
  [sent, told, isDemo, isOpen] = [[], [], false, true];
  log = createAlertLog({
    trading: { sendReady: (name, { UpTo }) => isOpen && sent.push(`${name} ${UpTo}`) > 0 },
    isDemo: () => isDemo,
  });
  log.onFired((item, isLate) => told.push(`${item.Serial}${isLate ? ' late' : ''}`));
});

describe('the log of alerts that fired', () => {
  test('tells on return what fired while nobody looked, oldest first', () => {
    firings(1, fired(3), fired(2), fired(1));
    expect([serials(), told]).toEqual([
      [3, 2, 1],
      ['2 late', '3 late'],
    ]);
  });

  test('tells each firing once, whether it comes live, in the log or in both', () => {
    firings(0, fired(1));
    log.onTrading({ name: 'alertFired', body: fired(2) });
    log.onTrading({ name: 'alertFired', body: fired(2) });
    firings(0, fired(2), fired(1));
    expect([serials(), told]).toEqual([
      [2, 1],
      ['1 late', '2'],
    ]);
  });

  test('keeps what fired while the log was on its way, and tells what is in it all the same', () => {
    log.onTrading({ name: 'alertFired', body: fired(5) });
    firings(2, fired(4), fired(3), fired(2));
    expect([serials(), told]).toEqual([
      [5, 4, 3, 2],
      ['5', '3 late', '4 late'],
    ]);
  });

  test('loses what another browser has emptied meanwhile, and keeps what fired while it was being emptied here', () => {
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

  test('says to the server what was seen, once', () => {
    firings(0, fired(4));
    log.markSeen();
    log.markSeen();
    expect([sent, log.get().seenUpTo]).toEqual([['alertFiringsSeen 4'], 4]);
  });

  test('has not been seen while the server cannot be told', () => {
    firings(0, fired(4));
    isOpen = false;
    log.markSeen();
    expect([log.clear(), log.get().seenUpTo]).toEqual([false, 0]);
  });

  test('is emptied by the server', () => {
    firings(0, fired(4));
    expect([log.clear(), sent]).toEqual([true, ['alertFiringsClear 4']]);
    firings(4);
    expect(serials()).toEqual([]);
  });

  test('of another user starts empty', () => {
    firings(0, fired(4));
    log.reset();
    expect(serials()).toEqual([]);
    firings(0, fired(1));
    expect(told).toEqual(['4 late', '1 late']);
  });

  test('in a demo session is kept here, and each arming is in it once', () => {
    isDemo = true;
    const { Serial: _serial, ...firing } = fired(1);
    log.report(firing);
    log.report(firing);
    log.report({ ...firing, Arm: 1 });
    log.markSeen();
    expect([serials(), told, sent, log.get().seenUpTo]).toEqual([[2, 1], ['1', '2'], [], 2]);
    expect([log.clear(), serials()]).toEqual([true, []]);
  });

  test('of a registered user takes no firing of this browser', () => {
    const { Serial: _serial, ...firing } = fired(1);
    log.report(firing);
    expect(serials()).toEqual([]);
  });
});
