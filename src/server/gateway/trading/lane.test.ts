import { describe, expect, it } from 'vitest';
import { createLane } from './lane.ts';

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

describe('a lane', () => {
  it('runs its tasks one after another in their order, and continues after a failure', async () => {
    const seen: string[] = [];
    const errors: unknown[] = [];
    const lane = createLane({ isClosed: () => false, onError: (error) => errors.push(error) });
    const boom = new Error('boom');
    lane.enqueue(
      async () => {
        await turn();
        seen.push('slow');
      },
      () => seen.push('slow failed'),
    );
    lane.enqueue(
      () => Promise.reject(boom),
      () => seen.push('failure answered'),
    );
    lane.enqueue(
      async () => {
        seen.push('last');
      },
      () => seen.push('last failed'),
    );
    expect(lane.waiting()).toBe(3);
    await expect.poll(() => lane.waiting()).toBe(0);
    expect(seen).toEqual(['slow', 'failure answered', 'last']);
    expect(errors).toEqual([boom]);
  });

  it('drops the waiting tasks once it is closed', async () => {
    let isClosed = false;
    const seen: string[] = [];
    const lane = createLane({ isClosed: () => isClosed, onError: () => {} });
    lane.enqueue(
      async () => {
        isClosed = true;
      },
      () => {},
    );
    lane.enqueue(
      async () => {
        seen.push('late');
      },
      () => {},
    );
    await expect.poll(() => lane.waiting()).toBe(0);
    expect(seen).toEqual([]);
  });
});
