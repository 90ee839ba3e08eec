import type { OrderStatus } from '../../src/domain/orders/enumerations.ts';
import { ORDER_STATUSES } from '../../src/domain/orders/order-statuses.ts';
import { statusStyle } from './order-view.ts';
import styles from './TradeManager.module.css';

const classes = new Map<OrderStatus, string>();

/** The classes that give a row the colour of its status: the status's own name, and how this tool paints it. */
export function statusClass(status: OrderStatus): string {
  let known = classes.get(status);
  if (known === undefined) {
    const { tone, strength } = statusStyle(status);
    known = [
      ORDER_STATUSES[status].rowClass,
      styles.toned,
      styles[`${tone}Row`],
      styles[`strength${strength}`],
    ].join(' ');
    classes.set(status, known);
  }
  return known;
}
