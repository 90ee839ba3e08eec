import type { OrderEvent } from '../../domain/orders/core/types.ts';
import type { ActionView, SettlementView } from './brokerage.ts';

type EventOf<Kind extends OrderEvent['kind']> = Extract<OrderEvent, { readonly kind: Kind }>;

/** The view of a settlement, from its record. */
export function settlementView(
  serial: number,
  { account, timeMs, settlement, request }: EventOf<'optionSettled'>,
): SettlementView {
  return { serial, account, timeMs, ...settlement, ...(request && { request }) };
}

/** The view of a corporate action, from its record. */
export function actionView(serial: number, event: EventOf<'actionApplied'>): ActionView {
  const { kind: _kind, ...applied } = event;
  return { serial, ...applied };
}
