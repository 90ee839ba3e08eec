import { OrderError } from '../../orders/errors.ts';
import { cancelCheck } from '../check.ts';
import { isWhole } from '../exact.ts';

export const requestAge = cancelCheck({
  id: 'request-age',
  codes: [OrderError.CancelTimeout],
  title: 'Request is fresh',
  explain: 'The request was sent so long ago that what it meant may no longer hold.',
  check({ limits, request, nowMs }) {
    const limit = limits?.requestTimeoutMs;
    if (limit === null) return 0;
    return isWhole(nowMs) && isWhole(limit) && nowMs - request.sentMs <= limit ? 0 : OrderError.CancelTimeout;
  },
});
