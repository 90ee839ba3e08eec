import { OrderError } from '../../orders/errors.ts';
import { cancelCheck } from '../check.ts';

export const sameApiCancel = cancelCheck({
  id: 'same-api-cancel',
  codes: [OrderError.CancelThroughSameApi],
  title: 'Cancelled where it was placed',
  explain: 'The order came through an API, and the cancel did not come through the same one.',
  check: ({ target, request }) =>
    target && (target.apiId === null || target.apiId === request.apiId) ? 0 : OrderError.CancelThroughSameApi,
});
