import { OrderError } from '../../orders/errors.ts';
import { replaceCheck } from '../check.ts';

export const sameApiReplace = replaceCheck({
  id: 'same-api-replace',
  codes: [OrderError.ReplaceThroughSameApi],
  title: 'Replaced where it was placed',
  explain: 'The order came through an API, and the replace did not come through the same one.',
  check: ({ target, request }) =>
    target && (target.apiId === null || target.apiId === request.apiId)
      ? 0
      : OrderError.ReplaceThroughSameApi,
});
