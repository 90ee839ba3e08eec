import * as v from 'valibot';
import {
  ORDER_SIDES,
  ORDER_SOURCES,
  ORDER_TYPE_NAMES,
  PEG_TYPES,
  STOP_OFFSET_TYPES,
  STOP_TYPES,
  TIME_IN_FORCES,
} from '../domain/orders/enumerations.ts';
import { offsetText, priceText, timeText } from './api-v1-fields.ts';
import { accountField, quantityField, shortText, symbolField } from './fields.ts';

/** An order as a program states it. */
export const orderTerms = v.strictObject({
  account: accountField,
  symbol: symbolField,
  side: v.picklist(ORDER_SIDES),
  quantity: v.pipe(quantityField, v.minValue(1)),
  type: v.picklist(ORDER_TYPE_NAMES),
  source: v.optional(v.picklist(ORDER_SOURCES)),
  timeInForce: v.optional(v.picklist(TIME_IN_FORCES), 'Day'),
  price: v.optional(priceText),
  stopPrice: v.optional(priceText),
  stopType: v.optional(v.picklist(STOP_TYPES)),
  offsetType: v.optional(v.picklist(STOP_OFFSET_TYPES)),
  offset: v.optional(offsetText),
  pegType: v.optional(v.picklist(PEG_TYPES)),
  goodTill: v.optional(timeText),
  minQuantity: v.optional(quantityField),
  displayQuantity: v.optional(quantityField),
  destination: v.optional(shortText, 'SMART'),
  route: v.optional(shortText, 'AUTO'),
});
