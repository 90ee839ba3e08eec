import { beforeEach, describe, expect, test } from 'vitest';
import { newAlert } from '../../domain/alerts/index.ts';
import { Permission } from '../../domain/permissions.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { AlertDocuments, type AlertUser } from './alert-documents.ts';
import { createAlertStash } from './alert-stash.ts';
import { LazyAlertDocuments } from './lazy-alert-documents.ts';

const row = newAlert('a1', 'AAPL');
let sent: string[];
let loads: number;
let finish: () => void;
let store: LazyAlertDocuments;
let user: AlertUser;
/** Text of the browser's storage by key. */
let texts: Map<string, string>;

function createStore(left?: AlertUser): AlertDocuments {
  return new AlertDocuments({
    clock: createManualClock(),
    trading: {
      sendReady: (name) => {
        if (left === undefined) sent.push(name);
        return left === undefined;
      },
    },
    user: () => left ?? user,
    stash: createAlertStash(() => ({
      getItem: (key) => texts.get(key) ?? null,
      setItem: (key, value) => void texts.set(key, value),
      removeItem: (key) => void texts.delete(key),
    })),
  });
}
/** Lets the code arrive that was requested last. */
async function arrive(): Promise<void> {
  finish();
  await new Promise((resolve) => setTimeout(resolve, 0));
}

beforeEach(() => {
  [sent, loads, texts] = [[], 0, new Map()];
  user = { userId: 'ann', isDemo: false, permissionMask: Permission.ChartAlerts };
  store = new LazyAlertDocuments(
    async () => {
      loads += 1;
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return createStore;
    },
    () => user,
  );
});

describe('the store of alert documents whose code is loaded later', () => {
  test('loads its code once an account is selected, and requests the list once it is used', async () => {
    expect(loads).toBe(0);
    store.onAccountReady();
    await arrive();
    expect([loads, sent]).toEqual([1, []]);
    store.subscribe(() => {});
    expect([loads, sent]).toEqual([1, ['alertList']]);
  });

  test('keeps changes until its code has arrived, and shows them then', async () => {
    let notified = 0;
    store.subscribe(() => notified++);
    store.onAccountReady();
    store.put([row, newAlert('a2', 'MSFT')]);
    store.remove(['a2']);
    expect([store.adopt([row]), store.get().rows.size]).toEqual([[row], 0]);
    await arrive();
    expect([[...store.get().rows.values()], loads]).toEqual([[row], 1]);
    expect([sent, notified > 0]).toEqual([['alertList', 'alertPut', 'alertPut'], true]);
  });

  test('sends the changes of a user who signed out before its code arrived after the next sign-in of this user', async () => {
    store.onAccountReady();
    store.put([row, newAlert('a2', 'MSFT')]);
    store.remove(['a2']);
    store.reset();
    user = { ...user, userId: 'eve' };
    await arrive();
    store.onAccountReady();
    expect([sent, store.get().rows.size]).toEqual([['alertList'], 0]);
    store.reset();
    user = { ...user, userId: 'ann' };
    store.onAccountReady();
    expect([sent.slice(1), [...store.get().rows.values()]]).toEqual([['alertPut', 'alertList'], [row]]);
  });

  test('keeps the changes over a change of account before its code arrived', async () => {
    store.onAccountReady();
    store.put([row]);
    store.reset();
    store.onAccountReady();
    await arrive();
    expect([sent, [...store.get().rows.values()]]).toEqual([['alertPut', 'alertList'], [row]]);
  });

  test('drops the changes of a demo session that ended before its code arrived', async () => {
    user = { ...user, isDemo: true };
    store.put([row]);
    store.reset();
    user = { ...user, isDemo: false };
    await arrive();
    store.onAccountReady();
    expect([sent, store.get().rows.size, texts.size]).toEqual([['alertList'], 0, 0]);
  });

  test('reports problems to listeners that came before its code', async () => {
    const problems: string[] = [];
    const end = store.onProblem(({ kind }) => problems.push(kind));
    store.onAccountReady();
    store.put([row]);
    await arrive();
    store.onTrading({ name: 'alertRefused', body: { Id: 'a1', Message: 'no' } });
    end();
    store.put([newAlert('a2', 'MSFT')]);
    store.onTrading({ name: 'alertRefused', body: { Id: 'a2', Message: 'no' } });
    expect(problems).toEqual(['refused']);
  });
});
