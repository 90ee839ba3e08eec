/** Checks of what the server itself must be able to do before it takes an order. */
import { OrderError } from '../../orders/errors.ts';
import { ORDER_TYPES } from '../../orders/order-types.ts';
import { riskCheck, sharedCheck } from '../check.ts';

/** Refuses all orders while the kill switch of the server is set. An unknown switch counts as set. */
export const serverKillSwitch = riskCheck({
  id: 'server-kill-switch',
  codes: [OrderError.NotPermitted],
  title: 'Server kill switch',
  explain: 'The kill switch of the whole server is on.',
  check: ({ server }) => (server?.isKillSwitchOn === false ? 0 : OrderError.NotPermitted),
});

/** Refuses orders and requests while the journal takes no records: nothing may be acknowledged that is not durable. */
export const journalReady = sharedCheck({
  id: 'journal-ready',
  codes: [OrderError.DatabaseOffline],
  title: 'Order journal',
  explain: 'The order journal cannot be written.',
  check: ({ server }) => (server?.isJournalReady === true ? 0 : OrderError.DatabaseOffline),
});

/** Refuses stops while no last trades are watched: their triggers would be missed. */
export const stopWatch = riskCheck({
  id: 'stop-watch',
  codes: [OrderError.NoStopServer],
  title: 'Stops are watched',
  explain: 'A stop order while stops are not watched.',
  check: ({ order, server }) =>
    !ORDER_TYPES[order.type].takesStopPrice || server?.isStopWatchReady === true
      ? 0
      : OrderError.NoStopServer,
});
