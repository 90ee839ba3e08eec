import { OrderError } from '../../orders/errors.ts';
import { sharedCheck } from '../check.ts';

export const journalReady = sharedCheck({
  id: 'journal-ready',
  codes: [OrderError.DatabaseOffline],
  title: 'Order journal',
  explain: 'The order journal cannot be written.',
  check: ({ server }) => (server?.isJournalReady === true ? 0 : OrderError.DatabaseOffline),
});
