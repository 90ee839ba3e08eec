import { ORDER_STATUS_NAMES, type OrderStatus } from './enumerations.ts';
import { ORDER_STATUSES } from './order-statuses.ts';
import type { OrderQualifier } from './qualifiers.ts';

/** Labels of the order statuses, from the table ORDER_STATUSES. */
export const ORDER_STATUS_LABELS = Object.fromEntries(
  ORDER_STATUS_NAMES.map((status) => [status, ORDER_STATUSES[status].label]),
  // One entry for each name of the enumeration.
) as Readonly<Record<OrderStatus, string>>;

/** The label of each order qualifier in the user interface. */
export const ORDER_QUALIFIER_LABELS: Readonly<Record<OrderQualifier, string>> = {
  None: '',
  OnOpen: 'On open',
  OnClose: 'On close',
  Reserve: 'Reserve',
};
