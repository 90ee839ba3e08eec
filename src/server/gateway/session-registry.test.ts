import { describe, expect, it } from 'vitest';
import { createSessionRegistry, type EndReason } from './session-registry.ts';

function setUp() {
  let tell: (sessionId: string, why: EndReason) => void = () => {};
  let nowMs = 0;
  const registry = createSessionRegistry(
    {
      onSessionEnded: (listener) => {
        tell = listener;
        return () => {};
      },
    },
    () => nowMs,
  );
  return {
    registry,
    end: (sessionId: string, why: EndReason = 'logout') => tell(sessionId, why),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('a session', () => {
  it('is connected while any connection of it is in, and not after its end', () => {
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
  it('reaches every connection of it, once, and no other', () => {
    const { registry, end } = setUp();
    const heard: string[] = [];
    registry.join('a', (why) => heard.push(`a1 ${why}`));
    registry.join('a', (why) => heard.push(`a2 ${why}`));
    registry.join('b', (why) => heard.push(`b ${why}`));
    registry.join('a', (why) => heard.push(`left ${why}`))();
    end('a', 'revoked');
    end('a', 'revoked');
    expect(heard).toEqual(['a1 revoked', 'a2 revoked']);
  });

  it('reaches a connection that was being let in while it came', async () => {
    const { registry, end } = setUp();
    const heard: string[] = [];
    end('a');
    registry.join('a', (why) => heard.push(why));
    registry.join('a', (why) => heard.push(`left ${why}`))();
    expect(heard).toEqual([]);
    await Promise.resolve();
    expect(heard).toEqual(['logout']);
  });

  it('is forgotten after a while', async () => {
    const { registry, end, pass } = setUp();
    const heard: string[] = [];
    end('a');
    pass(60_000);
    end('b');
    registry.join('a', (why) => heard.push(why));
    await Promise.resolve();
    expect(heard).toEqual([]);
  });
});
