import { fc, test as propertyTest } from '@fast-check/vitest';
import { beforeEach, describe, expect, test } from 'vitest';
import { createUnsentStash, MAX_STASH_CHARS, type Unsent, type UnsentStash } from './unsent-stash.ts';

const KEY = 'tapedeck.unsent';
let kept: Map<string, string>;
let stash: UnsentStash;
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
const unsent = (change: Partial<Unsent> = {}): Unsent => ({
  userId: 'ann',
  atMs: 5,
  revision: 4,
  storedSettings: '{}',
  settings: '{}',
  ancestor: '{"w":0}',
  workspace: '{"w":1}',
  sent: [],
  wasSent: false,
  ...change,
});

beforeEach(() => {
  kept = new Map();
  stash = createUnsentStash(() => storage);
});

describe('what a page could not send', () => {
  test('is there for the next page of the same user, and for nobody else', () => {
    stash.put(unsent());
    const next = createUnsentStash(() => storage);
    expect([next.get('ann'), next.get('bob')]).toEqual([unsent(), null]);
  });

  test('is replaced by what the same user could not send later, and stands beside that of a few others', () => {
    for (const userId of ['ann', 'bob', 'cora', 'ann', 'dora'])
      stash.put(unsent({ userId, atMs: kept.size + 1, workspace: `{"w":"${userId}"}` }));
    expect(['ann', 'bob', 'cora', 'dora'].map((userId) => stash.get(userId)?.userId ?? null)).toEqual([
      'ann',
      null,
      'cora',
      'dora',
    ]);
  });

  test('is dropped once it is stored, but not what another page has put there since', () => {
    stash.put(unsent());
    stash.put(unsent({ atMs: 6 }));
    stash.drop({ userId: 'ann', atMs: 5 });
    expect(stash.get('ann')?.atMs).toBe(6);
    stash.drop({ userId: 'ann', atMs: 6 });
    expect(kept.size).toBe(0);
  });

  test('is forgotten with its user, whole or damaged', () => {
    stash.put(unsent({ userId: 'bob' }));
    stash.put(unsent());
    stash.forget('ann');
    expect([stash.get('ann'), stash.get('bob')]).toEqual([null, unsent({ userId: 'bob' })]);
    kept.set(KEY, '{"broken');
    stash.forget('ann');
    expect(kept.size).toBe(0);
  });

  test('is kept within bounds: what alone is too large is not kept, and costs no other', () => {
    const half = 'x'.repeat(MAX_STASH_CHARS * 0.6);
    stash.put(unsent({ userId: 'bob', workspace: half }));
    stash.put(unsent({ userId: 'cora', workspace: half, ancestor: half }));
    expect([stash.get('bob')?.workspace.length, stash.get('cora')]).toEqual([half.length, null]);
    stash.put(unsent({ userId: 'ann', workspace: half }));
    expect([stash.get('bob'), stash.get('ann')?.workspace.length]).toEqual([null, half.length]);
    expect(kept.get(KEY)?.length).toBeLessThanOrEqual(MAX_STASH_CHARS);
  });

  test('costs nothing but itself where the browser keeps nothing', () => {
    const refuse = () => {
      throw new DOMException('no', 'SecurityError');
    };
    for (const blocked of [
      createUnsentStash(refuse),
      createUnsentStash(() => undefined),
      createUnsentStash(() => ({ ...storage, setItem: refuse })),
      createUnsentStash(),
    ]) {
      expect(() => {
        blocked.put(unsent());
        blocked.drop(unsent());
        blocked.forget('ann');
      }).not.toThrow();
      expect(blocked.get('ann')).toBeNull();
    }
  });

  const jsonLike = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .array(
        fc.record({
          userId: fc.constantFrom('ann', '', 3),
          atMs: fc.oneof(fc.integer(), fc.string()),
          workspace: fc.oneof(fc.string(), fc.constant(null)),
        }),
      )
      .map((items) => JSON.stringify(items)),
  );
  propertyTest.prop([jsonLike])(
    'that is damaged is as if it were not there, and is replaced by the next',
    (damaged) => {
      kept = new Map([[KEY, damaged]]);
      expect(stash.get('ann')).toBeNull();
      stash.put(unsent());
      expect(stash.get('ann')).toEqual(unsent());
    },
  );

  test('of which one part is damaged leaves the others whole', () => {
    kept.set(KEY, JSON.stringify([{ ...unsent(), revision: 'four' }, unsent({ userId: 'bob' })]));
    expect([stash.get('ann'), stash.get('bob')]).toEqual([null, unsent({ userId: 'bob' })]);
  });
});
