import { asObject, asText, type JsonObject } from '../external-orders/json.ts';

/** An update of the stream: what happened, and the order after it. */
export interface AlpacaUpdate {
  readonly event: string;
  readonly order: JsonObject;
}

/** Reads an update of an order (JSON text); undefined for anything else. */
export function readAlpacaUpdate(text: string): AlpacaUpdate | undefined {
  let data: JsonObject | undefined;
  try {
    data = asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
  const order = asObject(data?.order);
  const event = asText(data?.event);
  return order && event !== undefined ? { event, order } : undefined;
}
