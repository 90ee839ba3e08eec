import { expect, it } from 'vitest';
import { keyOf, type Point } from '../../../../domain/strategy/search/space.ts';
import type { ParameterSearch, Trial } from '../../../../domain/strategy/search/types.ts';
import { runSearch } from './run-search.ts';

/** A search of given batches, which records the results that it gets. */
function searchOf(batches: readonly (readonly Point[])[], isAdaptive: boolean) {
  const given: (readonly Trial[])[] = [];
  const left = [...batches];
  const search: ParameterSearch = {
    runCount: batches.flat().length,
    isAdaptive,
    next(results) {
      given.push(results);
      return left.shift() ?? [];
    },
  };
  return { search, given };
}

/** Runs that end when they are released, in any sequence. */
function heldRuns() {
  const begun = new Map<string, () => void>();
  const run = (point: Point) =>
    new Promise<{ score: number }>((resolve) => {
      begun.set(keyOf(point), () => resolve({ score: point[0] ?? 0 }));
    });
  const release = async (key: string): Promise<void> => {
    begun.get(key)?.();
    begun.delete(key);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  };
  return { begun, run, release };
}

const turn = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

it('gives an adaptive search the results of a batch in its sequence, when all are there', async () => {
  const { search, given } = searchOf([[[3], [1], [2]], [[9]]], true);
  const { begun, run, release } = heldRuns();
  const done = runSearch(search, [run, run]);
  await turn();
  expect([...begun.keys()]).toEqual(['3', '1']);
  await release('1');
  await release('2');
  expect([...begun.keys()]).toEqual(['3']);
  expect(given).toEqual([[]]);
  await release('3');
  expect([...begun.keys()]).toEqual(['9']);
  expect(given[1]?.map(({ score }) => score)).toEqual([3, 1, 2]);
  await release('9');
  expect((await done).map(({ point }) => point[0])).toEqual([3, 1, 2, 9]);
});

it('keeps all runners busy over the batches of other searches', async () => {
  const { search } = searchOf(
    [
      [[1], [2]],
      [[3], [4]],
    ],
    false,
  );
  const { begun, run, release } = heldRuns();
  const done = runSearch(search, [run, run]);
  await turn();
  await release('2');
  expect([...begun.keys()]).toEqual(['1', '3']);
  for (const key of ['3', '4', '1']) await release(key);
  expect((await done).map(({ score }) => score)).toEqual([1, 2, 3, 4]);
});

it('ends with the error of a run', async () => {
  const { search } = searchOf([[[1], [2]]], true);
  await expect(runSearch(search, [() => Promise.reject(new Error('the process is gone'))])).rejects.toThrow(
    'the process is gone',
  );
});
