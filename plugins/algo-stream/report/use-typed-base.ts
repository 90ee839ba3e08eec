import { useState } from 'react';
import { toMoneyE4 } from '../../../src/domain/money/price.ts';

/** Shown while the capital base that is typed cannot be used. */
export const BASE_PROBLEM = 'Enter a capital base above 0.';

/** The capital base that is typed, undefined before that. An empty field is the base of the run; others count when they are above 0. */
export function useTypedBase() {
  const [typed, setTyped] = useState<number | null | undefined>(undefined);
  const isValid = typed === undefined || typed === null || typed > 0;
  const [baseE4, setBaseE4] = useState<number | null>(null);
  const type = (next: number | null): void => {
    setTyped(next);
    if (next === null || next > 0) setBaseE4(next === null ? null : toMoneyE4(next));
  };
  return { typed, type, isValid, baseE4 };
}
