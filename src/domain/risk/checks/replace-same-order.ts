import { OrderError } from '../../orders/errors.ts';
import { replaceCheck } from '../check.ts';

const FIELDS = ['account', 'symbol', 'side', 'source', 'destination', 'route', 'strategyId'] as const;

export const replaceSameOrder = replaceCheck({
  id: 'replace-same-order',
  codes: [OrderError.InvalidCondition],
  title: 'Replacement of the same order',
  explain:
    'The replacement is of another account, symbol, side, source, destination, route or strategy than the order.',
  check: ({ target, replacement: { order } }) =>
    target && FIELDS.every((field) => target[field] !== undefined && target[field] === order[field])
      ? 0
      : OrderError.InvalidCondition,
});
