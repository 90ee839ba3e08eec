import { describe, expect, it } from 'vitest';
import { createSessionRegistry, type EndReason } from './session-registry.ts';

function setUp() {
  let notifyEnd: (sessionId: string, reason: EndReason) => void = () => {};
  let nowMs = 0;
  const registry = createSessionRegistry(
    {
      onSessionEnded: (listener) => {
        notifyEnd = listener;
        return () => {};
      },
    },
    () => nowMs,
  );
  return {
    registry,
    end: (sessionId: string, reason: EndReason = 'logout') => notifyEnd(sessionId, reason),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('a session', () => {
  it('is connected while it has a connection, and not after its end', () => {
    const { registry, end } = setUp();
    expect(registry.isConnected('a')).toBe(false);
    const leaves = [registry.join('a', () => {}), registry.join('a', () => {}), registry.join('b', () => {})];
    expect([registry.isConnected('a'), registry.isConnected('b')]).toEqual([true, true]);
    leaves[0]?.();
    expect(registry.isConnected('a')).toBe(true);
    leaves[1]?.();
    end('b');
    expect([registry.isConnected('a'), registry.isConnected('b')]).toEqual([false, false]);
  });
});

describe('the end of a session', () => {
  it('notifies each of its connections once, and no other', () => {
    const { registry, end } = setUp();
    const reasons: string[] = [];
    registry.join('a', (reason) => reasons.push(`a1 ${reason}`));
    registry.join('a', (reason) => reasons.push(`a2 ${reason}`));
    registry.join('b', (reason) => reasons.push(`b ${reason}`));
    registry.join('a', (reason) => reasons.push(`left ${reason}`))();
    end('a', 'revoked');
    end('a', 'revoked');
    expect(reasons).toEqual(['a1 revoked', 'a2 revoked']);
  });

  it('notifies a connection that was being authenticated at that time', async () => {
    const { registry, end } = setUp();
    const reasons: string[] = [];
    end('a');
    registry.join('a', (reason) => reasons.push(reason));
    registry.join('a', (reason) => reasons.push(`left ${reason}`))();
    expect(reasons).toEqual([]);
    await Promise.resolve();
    expect(reasons).toEqual(['logout']);
  });

  it('is forgotten after a minute', async () => {
    const { registry, end, pass } = setUp();
    const reasons: string[] = [];
    end('a');
    pass(60_000);
    end('b');
    registry.join('a', (reason) => reasons.push(reason));
    await Promise.resolve();
    expect(reasons).toEqual([]);
  });
});

describe('the loss of a session', () => {
  it('is that of its last trading connection, and not its end', () => {
    const lost: string[] = [];
    let notifyEnd: (sessionId: string, reason: EndReason) => void = () => {};
    const registry = createSessionRegistry(
      {
        onSessionEnded: (listener) => {
          notifyEnd = listener;
          return () => {};
        },
      },
      () => 0,
      undefined,
      {
        entered: (sessionId) => lost.push(`entered ${sessionId}`),
        lost: (sessionId, userId) => lost.push(`lost ${sessionId} of ${userId}`),
      },
    );
    const enlist = (sessionId: string) =>
      registry.enlist({ userId: 'u', sessionId, account: 'A', onProfile: () => {} });
    const [first, second, other] = [enlist('a'), enlist('a'), enlist('b')];
    lost.length = 0;
    first?.();
    expect(lost).toEqual([]);
    second?.();
    expect(lost).toEqual(['lost a of u']);
    notifyEnd('b', 'logout');
    other?.();
    expect(lost).toEqual(['lost a of u']);
  });
});
