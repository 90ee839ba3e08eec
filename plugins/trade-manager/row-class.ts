import type { OrderStatus } from '../../src/domain/orders/enumerations.ts';
import { statusStyle } from './order-view.ts';
import styles from './TradeManager.module.css';

const classes = new Map<OrderStatus, string>();

/** The classes that give a row the colour of its status. */
export function statusClass(status: OrderStatus): string {
  let known = classes.get(status);
  if (known === undefined) {
    const { tone, strength } = statusStyle(status);
    known = [styles.toned, styles[`${tone}Row`], styles[`strength${strength}`]].join(' ');
    classes.set(status, known);
  }
  return known;
}
