import { describe, expect, it } from 'vitest';
import type { AmendRequest } from '../brokerage/brokerage.ts';
import { applyAmendments } from './apply-amendments.ts';
import { readAmendment, type Amendment } from './risk-settings.ts';
import { until } from '../../../tests/support/until.ts';

/** Entries as the database has them, and a brokerage with scripted answers. */
function setUp(answer: (request: AmendRequest) => Promise<string | undefined>) {
  const entries = new Map<string, string>();
  const listeners = new Set<() => void>();
  const requests: AmendRequest[] = [];
  const errors: string[] = [];
  const store = {
    revision: async () => 0,
    load: async () => ({ revision: 0, entries: [] }),
    async change(_kind: string, name: string, change: (standing: string | undefined) => string | null) {
      const body = change(entries.get(name));
      if (body === null) entries.delete(name);
      else entries.set(name, body);
      for (const listener of [...listeners]) listener();
    },
  };
  const read = (): Map<string, Amendment> =>
    new Map([...entries].map(([name, body]) => [name, readAmendment({ kind: 'execution', name, body })]));
  const stop = applyAmendments({
    store,
    hostMs: () => 1,
    retryMs: 1,
    logger: { error: (_details, message) => errors.push(message) },
    risk: {
      amendments: read,
      onChanged: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    },
    brokerage: { amend: (request) => (requests.push(request), answer(request)) },
  });
  const put = (name: string, amendment: Amendment) =>
    store.change('execution', name, () => JSON.stringify(amendment));
  return { put, read, requests, errors, stop };
}

describe('instructions about executions', () => {
  it('are carried out once, and have their outcome written beside them', async () => {
    const { put, read, requests, stop } = setUp(async ({ executionId }) =>
      executionId === 'E2' ? 'There is no execution E2.' : undefined,
    );
    await put('E1', { instruction: 'a', correction: { quantity: 3, priceE4: 50 } });
    await put('E2', { instruction: 'b' });
    await until(() =>
      expect([...read().values()].map(({ outcome }) => outcome)).toEqual([
        'done',
        'There is no execution E2.',
      ]),
    );
    expect(requests).toEqual([
      { executionId: 'E1', instruction: 'a', correction: { quantity: 3, priceE4: 50 } },
      { executionId: 'E2', instruction: 'b', correction: undefined },
    ]);
    await put('E1', { instruction: 'c' });
    await until(() => expect(read().get('E1')).toEqual({ instruction: 'c', outcome: 'done' }));
    expect(requests).toHaveLength(3);
    stop();
  });
  it('are tried again when the brokerage cannot take them now', async () => {
    let failures = 2;
    const { put, read, errors, stop } = setUp(async () => {
      if (failures-- > 0) throw new Error('not taking orders');
      return undefined;
    });
    await put('E1', { instruction: 'a' });
    await until(() => expect(read().get('E1')?.outcome).toBe('done'));
    expect(errors).toHaveLength(2);
    stop();
  });
  it('that come while the one before is carried out wait for an outcome of their own', async () => {
    const answers: ((outcome: string | undefined) => void)[] = [];
    const { put, read, stop } = setUp(() => new Promise((resolve) => answers.push(resolve)));
    await put('E1', { instruction: 'a' });
    await put('E1', { instruction: 'b' });
    answers.shift()?.(undefined);
    await until(() => expect(answers).toHaveLength(1));
    expect(read().get('E1')).toEqual({ instruction: 'b' });
    answers.shift()?.('too late');
    await until(() => expect(read().get('E1')).toEqual({ instruction: 'b', outcome: 'too late' }));
    stop();
  });
});
