import { describe, expect, it } from 'vitest';
import { createAccountDirectory } from './account-directory.ts';
import type { AccountRecord, Accounts } from './storage/repositories.ts';

function setup() {
  const record: AccountRecord = {
    account: 'A1',
    userId: 'u1',
    isLive: false,
    isLocked: false,
    openingCashE4: 1_000_000,
    cashVersion: 1,
    isDefault: true,
  };
  const state = {
    record,
    nowMs: 0,
    reads: 0,
    fundings: [] as { cashE4: number; version: number }[],
    failure: undefined as Error | undefined,
  };
  const unused = () => Promise.reject(new Error('not used here'));
  const accounts: Accounts = {
    create: unused,
    ofUser: unused,
    update: unused,
    byId: async (account) => {
      state.reads += 1;
      if (state.failure) throw state.failure;
      return account === 'A1' ? state.record : undefined;
    },
    all: async () => [state.record],
  };
  const directory = createAccountDirectory({
    accounts,
    hostMs: () => state.nowMs,
    fundAccount: async (_account, cash) => void state.fundings.push(cash),
  });
  return { state, directory };
}

describe('createAccountDirectory', () => {
  it('answers from memory for a second, then sees a lock', async () => {
    const { state, directory } = setup();
    expect(await directory.factsOf('A1')).toEqual({ isLive: false, isLocked: false });
    state.record = { ...state.record, isLocked: true };
    expect(directory.factsOf('A1')).toEqual({ isLive: false, isLocked: false });
    expect(state.reads).toBe(1);
    state.nowMs = 1000;
    expect(await directory.factsOf('A1')).toEqual({ isLive: false, isLocked: true });
  });

  it('asks once for all orders of an account that come together, and again when that failed', async () => {
    const { state, directory } = setup();
    await Promise.all([directory.factsOf('A1'), directory.factsOf('A1'), directory.factsOf('A1')]);
    expect(state.reads).toBe(1);
    state.nowMs = 1000;
    state.failure = new Error('database away');
    await expect(Promise.all([directory.factsOf('A1'), directory.factsOf('A1')])).rejects.toThrow(
      'database away',
    );
    state.failure = undefined;
    expect(await directory.factsOf('A1')).toEqual({ isLive: false, isLocked: false });
    expect(state.reads).toBe(3);
  });

  it('knows nothing of an account that is not there', async () => {
    expect(await setup().directory.factsOf('NONE')).toBeUndefined();
  });

  it('passes on each version of the cash once', async () => {
    const { state, directory } = setup();
    await directory.fundAll();
    await directory.fundAll();
    await directory.factsOf('A1');
    state.record = { ...state.record, openingCashE4: 2_000_000, cashVersion: 2 };
    await directory.fundAll();
    expect(state.fundings).toEqual([
      { cashE4: 1_000_000, version: 1 },
      { cashE4: 2_000_000, version: 2 },
    ]);
  });
});
