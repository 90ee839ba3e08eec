import { OrderError } from '../../orders/errors.ts';
import { sharedCheck } from '../check.ts';

export const accountViewOnly = sharedCheck({
  id: 'account-view-only',
  codes: [OrderError.ViewOnly],
  title: 'View only',
  explain: 'The account may be looked at but not traded.',
  check: ({ account }) => (account?.isViewOnly === false ? 0 : OrderError.ViewOnly),
});
