import { BROKERS, type BrokerFeature } from '../../domain/orders/brokers.ts';
import { orderErrorMessage } from '../../domain/orders/errors.ts';
import type { AccountOptions, OrderStore, Readable, SendResult, TradingApiState } from '../types.ts';
import type { ExternalBrokerLink } from './external-link.ts';

const NO_ORDER_SERVER = -28;

/** The order store with each order sent to the service that is chosen, and each cancel and replacement to the one that has the order. */
export function routeOrders(
  ownOrders: OrderStore,
  tradingApi: Readable<TradingApiState>,
  external: Pick<ExternalBrokerLink, 'broker' | 'orders' | 'owns'> | undefined,
): OrderStore {
  // Never fall back to Tapedeck's own service: the order would be in another account.
  const refused: SendResult = {
    ok: false,
    errorCode: NO_ORDER_SERVER,
    message: orderErrorMessage(NO_ORDER_SERVER),
  };
  const isOwn = () => tradingApi.get().api === 'Own';
  /** Why the broker that is chosen, or that has the order of the request, does not offer a feature of the own service. */
  const lack = (feature: BrokerFeature): string => {
    const { lacks } = (external === undefined ? tradingApi.get() : BROKERS[external.broker]).capabilities;
    return `${lacks[feature] ?? 'The broker does not offer this'}.`;
  };
  const owner = (orderId: string): Pick<OrderStore, 'cancel' | 'replace'> =>
    external?.owns(orderId) === true ? external.orders : ownOrders;
  const options: Readable<AccountOptions | null> = {
    get: () => (isOwn() ? ownOrders.options.get() : null),
    subscribe(listener) {
      const offs = [ownOrders.options.subscribe(listener), tradingApi.subscribe(listener)];
      return () => {
        for (const off of offs) off();
      };
    },
  };
  return {
    get: () => ownOrders.get(),
    subscribe: (listener) => ownOrders.subscribe(listener),
    onReport: (listener) => ownOrders.onReport(listener),
    onOptionsRefused: (listener) => ownOrders.onOptionsRefused(listener),
    pageTimesOf: (clientId) => ownOrders.pageTimesOf(clientId),
    send(ticket, clientId) {
      if (isOwn()) return ownOrders.send(ticket, clientId);
      return external === undefined ? refused : external.orders.send(ticket, clientId);
    },
    cancel: (orderId) => owner(orderId).cancel(orderId),
    replace: (orderId, ticket) => owner(orderId).replace(orderId, ticket),
    preview: (ticket, replaces, signal) =>
      isOwn() && (replaces === null || external?.owns(replaces) !== true)
        ? ownOrders.preview(ticket, replaces, signal)
        : Promise.reject(new Error(lack('preview'))),
    explain: (ticket, replaces) =>
      isOwn() && (replaces === null || external?.owns(replaces) !== true)
        ? ownOrders.explain(ticket, replaces)
        : Promise.reject(new Error(lack('explain'))),
    // Option positions belong to Tapedeck's own account; the broker has its own way to exercise.
    exercise: (ticket) =>
      isOwn()
        ? ownOrders.exercise(ticket)
        : Promise.resolve({
            ok: false,
            message: lack('exercise'),
            clientId: ticket.clientId ?? '',
          }),
    options,
    exportJournal: (format) => ownOrders.exportJournal(format),
    // These are the options of Tapedeck's own account: the broker has none that can be set here.
    setOptions: (change) =>
      isOwn()
        ? ownOrders.setOptions(change)
        : { ok: false, errorCode: NO_ORDER_SERVER, message: lack('accountOptions') },
  };
}
