import { describe, expect, it } from 'vitest';
import { createLane } from './lane.ts';

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

describe('a lane', () => {
  it('serves one after another in the order they came, however long each takes, and goes on after a failure', async () => {
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
      () => seen.push('told'),
    );
    lane.enqueue(
      async () => {
        seen.push('last');
      },
      () => seen.push('last failed'),
    );
    expect(lane.waiting()).toBe(3);
    await expect.poll(() => lane.waiting()).toBe(0);
    expect(seen).toEqual(['slow', 'told', 'last']);
    expect(errors).toEqual([boom]);
  });

  it('drops what still waits once it is closed', async () => {
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
