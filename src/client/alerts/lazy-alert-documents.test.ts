import { beforeEach, describe, expect, test } from 'vitest';
import { newAlert } from '../../domain/alerts/index.ts';
import { Permission } from '../../domain/permissions.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { AlertDocuments } from './alert-documents.ts';
import { LazyAlertDocuments } from './lazy-alert-documents.ts';

const row = newAlert('a1', 'AAPL');
let sent: string[];
let loads: number;
let finish: () => void;
let store: LazyAlertDocuments;

function createStore(): AlertDocuments {
  return new AlertDocuments({
    clock: createManualClock(),
    trading: {
      sendReady: (name) => {
        sent.push(name);
        return true;
      },
    },
    user: () => ({ userId: 'ann', isDemo: false, permissionMask: Permission.ChartAlerts }),
    stash: { read: () => [], replace: () => {} },
  });
}
/** Lets the code arrive that was requested last. */
async function arrive(): Promise<void> {
  finish();
  await new Promise((resolve) => setTimeout(resolve, 0));
}

beforeEach(() => {
  [sent, loads] = [[], 0];
  store = new LazyAlertDocuments(async () => {
    loads += 1;
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return createStore();
  });
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

  test('drops the changes of a user who has signed out before its code arrived', async () => {
    store.onAccountReady();
    store.put([row]);
    store.reset();
    await arrive();
    store.onAccountReady();
    expect([sent, store.get().rows.size]).toEqual([['alertList'], 0]);
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
