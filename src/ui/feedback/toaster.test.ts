import { describe, expect, it } from 'vitest';
import { createToastQueue, GATHER_MS, MAX_TOASTS, type ToastData, type ToastOptions } from './toaster.ts';

function world({ isAttached = true } = {}) {
  let ms = 1_000;
  let count = 0;
  let calls = 0;
  const timers: { atMs: number; run: () => void }[] = [];
  const shown = new Map<
    string,
    {
      description: string;
      data?: ToastData;
      timeout?: number;
      onClose?: () => void;
      actionProps?: { onClick: () => void } | undefined;
    }
  >();
  const manager = {
    // The queue uses these three only, with the fields below.
    add: (options: never) => {
      calls++;
      const id = `t${++count}`;
      shown.set(id, options);
      return id;
    },
    close: (id?: string) => {
      const toast = shown.get(id ?? '');
      shown.delete(id ?? '');
      toast?.onClose?.();
    },
    update: (id: string, options: never) => {
      calls++;
      shown.set(id, { ...shown.get(id), ...Object(options) });
    },
  };
  const queue = createToastQueue({
    nowMs: () => ms,
    setTimeout: (run, delayMs) => timers.push({ atMs: ms + delayMs, run }),
  });
  const attach = () => queue.attach(manager as never);
  if (isAttached) attach();
  return {
    queue,
    attach,
    shown,
    texts: () => [...shown.values()].map(({ description }) => description),
    calls: () => calls,
    dismiss(message: string) {
      for (const [id, { description }] of shown) if (description === message) manager.close(id);
    },
    pass(forMs: number) {
      ms += forMs;
      for (const timer of timers.splice(0))
        if (timer.atMs <= ms) timer.run();
        else timers.push(timer);
    },
  };
}
const note = (message: string, rest: Partial<ToastOptions> = {}): ToastOptions => ({
  message,
  tone: 'neutral',
  ...rest,
});

describe('toasts', () => {
  it('show a single message at once', () => {
    const { queue, texts } = world();
    queue.show(note('Executed'));
    expect(texts()).toEqual(['Executed']);
  });

  it('are never more than three, the oldest making room', () => {
    const { queue, texts, pass } = world();
    for (let index = 1; index <= 6; index++) {
      queue.show(note(`m${index}`));
      pass(GATHER_MS);
    }
    expect(texts()).toEqual(['m4', 'm5', 'm6']);
  });

  it('gather a burst, so that the work does not grow with it, and count what has no room', () => {
    const { queue, texts, calls, pass } = world();
    for (let index = 0; index < 1_500; index++) queue.show(note(`m${index}`));
    pass(GATHER_MS);
    expect(texts()).toHaveLength(MAX_TOASTS);
    expect(texts().at(-1)).toBe('1497 more messages');
    expect(calls()).toBeLessThan(10);
  });

  it('do not leave out an error of a burst', () => {
    const { queue, texts, pass } = world();
    queue.show(note('first'));
    queue.show(note('Rejected', { tone: 'error' }));
    for (let index = 0; index < 50; index++) queue.show(note(`m${index}`));
    pass(GATHER_MS);
    expect(texts()).toContain('Rejected');
  });

  it('of one key are one toast with the newest message', () => {
    const { queue, texts, pass } = world();
    queue.show(note('Partially executed', { key: 'o1' }));
    queue.show(note('Executed', { key: 'o1' }));
    queue.show(note('Other', { key: 'o2' }));
    pass(GATHER_MS);
    expect(texts()).toEqual(['Executed', 'Other']);
  });

  it('keep their place in the strip while others come and go', () => {
    const { queue, shown, pass, dismiss } = world();
    const slots = () => [...shown.values()].map(({ description, data }) => [description, data?.slot]);
    for (const message of ['a', 'b', 'c']) queue.show(note(message));
    pass(GATHER_MS);
    dismiss('b');
    expect(slots()).toEqual([
      ['a', 0],
      ['c', 2],
    ]);
    queue.show(note('d'));
    pass(GATHER_MS);
    queue.show(note('e'));
    pass(GATHER_MS);
    // The oldest makes room.
    expect(slots()).toEqual([
      ['c', 2],
      ['d', 1],
      ['e', 0],
    ]);
  });

  it('run their action once and go', () => {
    const { queue, shown, texts } = world();
    let undone = 0;
    queue.show(
      note('Window closed', {
        action: {
          label: 'Undo',
          run: () => {
            undone++;
          },
        },
      }),
    );
    [...shown.values()][0]?.actionProps?.onClick();
    expect([undone, texts()]).toEqual([1, []]);
  });

  it('go by their key, also while they wait', () => {
    const { queue, texts, pass } = world();
    queue.show(note('Window closed', { key: 'undo 1' }));
    queue.show(note('Layout deleted', { key: 'undo 2' }));
    queue.show(note('Order filled'));
    queue.close('undo 2');
    queue.close('undo 1');
    pass(GATHER_MS);
    expect(texts()).toEqual(['Order filled']);
  });

  it('go all at once when the session ends, with those that wait', () => {
    const { queue, texts, pass } = world();
    queue.show(note('a'));
    queue.show(note('b'));
    queue.clear();
    pass(GATHER_MS);
    expect(texts()).toEqual([]);
  });

  it('keeps a message that stays until it is closed, and lets the others go', () => {
    const { queue, shown, pass } = world();
    queue.show(note('Open again', { stays: true }));
    expect([...shown.values()].map(({ timeout }) => timeout)).toEqual([0]);
    queue.clear();
    queue.show(note('Saved'));
    pass(GATHER_MS);
    expect([...shown.values()].map(({ timeout }) => timeout)).toEqual([15_000]);
  });

  it('wait for the region that draws them', () => {
    const { queue, attach, texts } = world({ isAttached: false });
    queue.show(note('Window closed', { key: 'undo' }));
    queue.show(note('Order filled'));
    queue.close('undo');
    expect(texts()).toEqual([]);
    attach();
    expect(texts()).toEqual(['Order filled']);
  });

  it('are bounded while they wait, the newest kept', () => {
    const { queue, attach, texts } = world({ isAttached: false });
    for (let index = 1; index <= 1_000; index++) queue.show(note(`Order ${index} filled`));
    attach();
    expect(texts()).toEqual(['Order 999 filled', 'Order 1000 filled', '48 more messages']);
  });

  it('wait again after their region has gone', () => {
    const { queue, attach, texts, pass } = world({ isAttached: false });
    attach()();
    queue.show(note('Order filled'));
    pass(GATHER_MS);
    expect(texts()).toEqual([]);
    attach();
    expect(texts()).toEqual(['Order filled']);
  });
});
