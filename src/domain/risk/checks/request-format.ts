import { OrderError } from '../../orders/errors.ts';
import { cancelCheck } from '../check.ts';
import { isWhole } from '../exact.ts';

export const requestFormat = cancelCheck({
  id: 'request-format',
  codes: [OrderError.InvalidMessage],
  title: 'Request is complete',
  explain: 'A field of the request is missing or of the wrong kind.',
  check({ request }) {
    const texts = [request.account, request.userId, request.clientId, request.orderId];
    const isComplete =
      texts.every((text) => typeof text === 'string') &&
      request.account !== '' &&
      request.userId !== '' &&
      request.clientId !== '';
    return isComplete &&
      isWhole(request.sentMs) &&
      typeof request.isWholeStrategy === 'boolean' &&
      (request.apiId === null || typeof request.apiId === 'string')
      ? 0
      : OrderError.InvalidMessage;
  },
});
