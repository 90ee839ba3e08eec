import { OrderError } from '../../domain/orders/errors.ts';

/** Error code of a replace that the matching engine could not carry out, by the engine's reason: the order traded or was triggered first, or its new terms do not fit. */
export const REPLACE_REFUSALS = {
  unknown: OrderError.CancelTooLate,
  quantity: OrderError.InvalidReplaceQuantity,
  triggered: OrderError.InvalidCondition,
  'too-late': OrderError.InvalidCondition,
  malformed: OrderError.InvalidOrderFormat,
  duplicate: OrderError.InvalidOrderFormat,
} as const;
