import { useCallback, useEffect, useRef, useState } from 'react';
import { MAX_ORDER_QUANTITY } from '../../src/domain/orders/validate.ts';
import { formatInteger } from '../../src/domain/columns/index.ts';
import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import { type ToolWindow, useToolState } from '../../src/plugin-api/index.ts';
import { steppedQuantity } from './model/quantity-steps.ts';
import { quantityFieldOf, type LadderState } from './state.ts';

/** The quantity of the ladder's orders as it is typed and stored. */
export interface QuantityField {
  /** As typed: null = empty, NaN = no number. */
  readonly typed: number | null;
  /** Why nothing can be sent with what is typed; null when it is a quantity. */
  readonly problem: string | null;
  /** For callbacks that live longer than a render. */
  readonly problemNow: () => string | null;
  readonly isOption: boolean;
  readonly set: (typed: number | null) => void;
  /** By the wheel and by keys. */
  readonly step: (steps: number) => void;
}

const isQuantity = (value: number | null): value is number =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= MAX_ORDER_QUANTITY;

/** Keeps what is typed while it is no quantity; only a quantity is stored. */
export function useQuantity(tool: ToolWindow<LadderState>, symbol: string): QuantityField {
  const field = quantityFieldOf(symbol);
  const stored = useToolState(tool, (state) => state[field]);
  const [wrong, setWrong] = useState<{ readonly typed: number | null } | null>(null);
  const set = (typed: number | null) => {
    if (!isQuantity(typed)) return setWrong({ typed });
    setWrong(null);
    if (typed !== tool.getState()[field]) tool.update({ [field]: typed });
  };
  const problem =
    wrong === null ? null : `Enter a whole number from 1 to ${formatInteger(MAX_ORDER_QUANTITY)}`;
  const latest = useRef(problem);
  useEffect(() => {
    latest.current = problem;
  });
  const problemNow = useCallback(() => latest.current, []);
  return {
    typed: wrong === null ? stored : wrong.typed,
    problem,
    problemNow,
    isOption: isOptionSymbol(symbol),
    set,
    step: (steps) => {
      const state = tool.getState();
      const { Size } = state;
      if (Size.By === 'Quantity') return set(steppedQuantity(state[field], steps));
      const Amount = steppedQuantity(Math.max(1, Math.round(Size.Amount ?? 1)), steps);
      tool.update({ Size: { ...Size, Amount } });
    },
  };
}
