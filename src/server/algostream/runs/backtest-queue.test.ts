import { describe, expect, it } from 'vitest';
import { BacktestQueue, backtestsAtOnce, type Turn } from './backtest-queue.ts';

/** A queue whose starts and places are recorded by name. */
function recordedQueue(maxAtOnce: number, maxPerUser?: number) {
  const queue = new BacktestQueue(maxAtOnce, maxPerUser);
  const started: string[] = [];
  const places: Record<string, number> = {};
  const turns: Record<string, Turn> = {};
  const enter = (userId: string, name: string): void => {
    const turn = queue.enter(userId, (place) => {
      places[name] = place;
    });
    turns[name] = turn;
    void turn.granted.then((isGranted) => isGranted && started.push(name));
  };
  const release = async (name: string): Promise<void> => {
    turns[name]?.release();
    await Promise.resolve();
  };
  return { enter, release, started, places, turns };
}

describe('the queue of backtests', () => {
  it('runs no more at once than it may', async () => {
    const { enter, release, started } = recordedQueue(2);
    for (const name of ['a', 'b', 'c']) enter(name, name);
    await Promise.resolve();
    expect(started).toEqual(['a', 'b']);
    await release('a');
    expect(started).toEqual(['a', 'b', 'c']);
  });

  it('lets users take turns, however many backtests one of them started first', async () => {
    const { enter, release, started } = recordedQueue(1);
    for (const name of ['anna1', 'anna2', 'anna3', 'anna4']) enter('anna', name);
    enter('bert', 'bert1');
    enter('carl', 'carl1');
    enter('bert', 'bert2');
    for (const name of ['anna1', 'anna2', 'bert1', 'carl1', 'anna3', 'bert2']) await release(name);
    expect(started).toEqual(['anna1', 'anna2', 'bert1', 'carl1', 'anna3', 'bert2', 'anna4']);
  });

  it('reports the place of each waiting backtest as it changes', async () => {
    const { enter, release, places } = recordedQueue(1);
    for (const name of ['anna1', 'anna2', 'anna3']) enter('anna', name);
    expect(places).toEqual({ anna2: 1, anna3: 2 });
    enter('bert', 'bert1');
    expect(places).toEqual({ anna2: 1, bert1: 2, anna3: 3 });
    await release('anna1');
    expect(places).toEqual({ anna2: 0, bert1: 1, anna3: 2 });
  });

  it('forgets a backtest that is cancelled while it waits', async () => {
    const { enter, release, started, places, turns } = recordedQueue(1);
    for (const name of ['anna1', 'anna2', 'anna3']) enter('anna', name);
    await release('anna2');
    await expect(turns['anna2']?.granted).resolves.toBe(false);
    expect(places['anna3']).toBe(1);
    await release('anna2');
    await release('anna1');
    expect(started).toEqual(['anna1', 'anna3']);
  });

  it('leaves room for other users when one user has his share running', async () => {
    const { enter, started } = recordedQueue(4, 2);
    for (const name of ['anna1', 'anna2', 'anna3']) enter('anna', name);
    enter('bert', 'bert1');
    await Promise.resolve();
    expect(started).toEqual(['anna1', 'anna2', 'bert1']);
  });

  it('is as wide as the cores allow, with one left for the server', () => {
    expect([1, 2, 4, 64].map(backtestsAtOnce)).toEqual([1, 1, 3, 8]);
  });

  describe('a backtest that no user waits for', () => {
    const background = (queue: BacktestQueue, name: string, started: string[]): Turn => {
      const turn = queue.enterBackground();
      void turn.granted.then((isGranted) => isGranted && started.push(name));
      return turn;
    };

    it('starts after those of users, also after later ones, and one runs at a time', async () => {
      const queue = new BacktestQueue(2);
      const started: string[] = [];
      const users = ['a', 'b', 'c'].map((name) => queue.enter(name, () => {}));
      const first = background(queue, 'first', started);
      background(queue, 'second', started);
      users.push(queue.enter('d', () => {}));
      for (const turn of users.slice(0, 2)) turn.release();
      await Promise.resolve();
      expect([started, queue.waitingCount]).toEqual([[], 0]);
      users[2]?.release();
      users[3]?.release();
      await Promise.resolve();
      expect(started).toEqual(['first']);
      first.release();
      first.release();
      await Promise.resolve();
      expect(started).toEqual(['first', 'second']);
    });

    it('runs one of each lane at a time, and lets the lanes take turns', async () => {
      const queue = new BacktestQueue(3);
      const started: string[] = [];
      const turns = ['ann 1', 'ann 1', 'ann 2', 'bob 1'].map((lane, at) => {
        const turn = queue.enterBackground(lane);
        void turn.granted.then((isGranted) => isGranted && started.push(`${lane} as ${at}`));
        return turn;
      });
      await Promise.resolve();
      expect(started).toEqual(['ann 1 as 0', 'ann 2 as 2', 'bob 1 as 3']);
      turns[2]?.release();
      await Promise.resolve();
      expect(started).toHaveLength(3);
      turns[0]?.release();
      await Promise.resolve();
      expect(started.at(-1)).toBe('ann 1 as 1');
    });

    it('holds a place like any other, and can leave while it waits', async () => {
      const queue = new BacktestQueue(1);
      const started: string[] = [];
      const running = background(queue, 'running', started);
      const waiting = background(queue, 'waiting', started);
      let isUserStarted = false;
      void queue.enter('a', () => {}).granted.then((isGranted) => (isUserStarted = isGranted));
      waiting.leave();
      expect(await waiting.granted).toBe(false);
      await Promise.resolve();
      expect([started, isUserStarted]).toEqual([['running'], false]);
      running.release();
      await Promise.resolve();
      await Promise.resolve();
      expect([started, isUserStarted]).toEqual([['running'], true]);
    });
  });
});
