import { cancelCheck } from '../check.ts';

export const orderKnown = cancelCheck({
  id: 'order-known',
  codes: [-13],
  title: 'Known order',
  explain:
    'No order of the account has this id; an order of another account is as unknown as one that never was.',
  check: ({ target, request }) => (target && target.account === request.account ? 0 : -13),
});
