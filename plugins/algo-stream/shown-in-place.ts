import type { Strategies } from './types.ts';

/** Runs whose end a window shows where the user works on them, by the store of strategies that they are of. */
const shown = new WeakMap<Pick<Strategies, 'onEvent'>, Map<string, () => boolean>>();

const keyOf = (name: string, instanceId: string): string => `${name}/${instanceId}`;

/**
 * A window shows how this run ends, while `isActive` returns true: its faults and results then open no dialog and no message. Questions about data are shown all
 * the same. Returns the function that ends that.
 */
export function showInPlace(
  strategies: Pick<Strategies, 'onEvent'>,
  name: string,
  instanceId: string,
  isActive: () => boolean,
): () => void {
  const runs = shown.get(strategies) ?? new Map<string, () => boolean>();
  shown.set(strategies, runs);
  const key = keyOf(name, instanceId);
  runs.set(key, isActive);
  return () => {
    if (runs.get(key) === isActive) runs.delete(key);
  };
}

/** Whether a window on screen shows how this run ends. */
export const isShownInPlace = (
  strategies: Pick<Strategies, 'onEvent'>,
  name: string,
  instanceId: string,
): boolean => shown.get(strategies)?.get(keyOf(name, instanceId))?.() === true;
