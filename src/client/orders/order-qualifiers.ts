import { execInstOf, ORDER_CURRENCY, qualifierOf } from '../../domain/orders/qualifiers.ts';
import type { WireOrder } from '../types.ts';

type Qualifiers = Pick<WireOrder, 'ExecInst' | 'Qualifier' | 'Currency'>;
type Terms = Pick<WireOrder, 'Type' | 'TifType' | 'Quantity' | 'PegType' | 'MinQuantity' | 'IsldDisplay'>;

/** The fields of an order that follow from its terms, for orders that the own server has not described. */
export function qualifiersOf(order: Terms): Qualifiers {
  const terms = {
    type: order.Type,
    tif: order.TifType,
    pegType: order.PegType ?? 'Primary',
    quantity: order.Quantity,
    minQuantity: order.MinQuantity ?? 0,
    displayQuantity: order.IsldDisplay ?? 0,
  };
  return { ExecInst: execInstOf(terms), Qualifier: qualifierOf(terms), Currency: ORDER_CURRENCY };
}
