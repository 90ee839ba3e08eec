import { describe, expect, test } from 'vitest';
import { createCommandRegistry } from './command-registry.ts';

describe('the command registry', () => {
  test('runs a command by its id with what it is given, and waits for it', async () => {
    const registry = createCommandRegistry();
    const seen: unknown[] = [];
    registry.register({
      id: 'order.place',
      title: 'Place order',
      run: async (args) => {
        await Promise.resolve();
        seen.push(args);
      },
    });
    expect(await registry.run('order.place', { symbol: 'SPY' })).toBe(true);
    await registry.run('order.place');
    expect(seen).toEqual([{ symbol: 'SPY' }, {}]);
  });
  test('a disabled command does nothing and says so; an unknown one is an error', async () => {
    const registry = createCommandRegistry();
    let runs = 0;
    registry.register({
      id: 'a',
      title: 'A',
      isEnabled: ({ symbol }) => symbol !== undefined,
      run: () => void runs++,
    });
    expect(await registry.run('a')).toBe(false);
    expect(await registry.run('a', { symbol: 'X' })).toBe(true);
    expect(runs).toBe(1);
    await expect(registry.run('b')).rejects.toThrow('There is no command "b".');
  });
  test('what a command throws reaches the one who ran it', async () => {
    const registry = createCommandRegistry();
    registry.register({
      id: 'a',
      title: 'A',
      run: () => {
        throw new Error('broken');
      },
    });
    await expect(registry.run('a')).rejects.toThrow('broken');
  });
  test('an id is taken once; removing frees it, and removes only its own', () => {
    const registry = createCommandRegistry();
    let changes = 0;
    const stop = registry.subscribe(() => changes++);
    const remove = registry.register({ id: 'a', title: 'First', run: () => {} });
    expect(() => registry.register({ id: 'a', title: 'Second', run: () => {} })).toThrow(
      '"a" is registered already',
    );
    remove();
    registry.register({ id: 'a', title: 'Third', run: () => {} });
    remove();
    expect(registry.get('a')?.title).toBe('Third');
    expect(changes).toBe(3);
    expect(registry.all()).toBe(registry.all());
    stop();
    registry.register({ id: 'b', title: 'B', run: () => {} });
    expect([changes, registry.all().map(({ id }) => id)]).toEqual([3, ['a', 'b']]);
  });
});
