import type { InferOutput } from 'valibot';
import { PASS_THROUGH_FIELDS, type orderSendBody } from './orders.ts';

type SendBody = InferOutput<typeof orderSendBody>;
type Names = typeof PASS_THROUGH_FIELDS;

/** The pass-through fields under their names in the program, as a ticket or an order request holds them. */
export type PassThroughFields = { readonly [Name in keyof Names]?: SendBody[Names[Name]] };
/** The pass-through fields under their names on the wire. */
export type PassThroughBody = Pick<SendBody, Names[keyof Names]>;

// `Object.entries` widens the keys of the table to string.
const PAIRS = Object.entries(PASS_THROUGH_FIELDS) as [keyof Names, Names[keyof Names]][];

/** The pass-through fields of a ticket for its order-entry message. Fields without a value are left out. */
export function passThroughToWire(ticket: PassThroughFields): PassThroughBody {
  const body: { -readonly [Name in keyof PassThroughBody]: PassThroughBody[Name] } = {};
  for (const [name, wireName] of PAIRS) if (ticket[name] !== undefined) body[wireName] = ticket[name];
  return body;
}

/** The pass-through fields of an order-entry message for its order request. Fields without a value are left out. */
export function passThroughFromWire(body: PassThroughBody): PassThroughFields {
  const fields: { -readonly [Name in keyof PassThroughFields]: PassThroughFields[Name] } = {};
  for (const [name, wireName] of PAIRS) if (body[wireName] !== undefined) fields[name] = body[wireName];
  return fields;
}

/** An order-entry message without its pass-through fields, which are not part of the order that the server reports. */
export function withoutPassThrough<Sent extends PassThroughBody>(
  body: Sent,
): Omit<Sent, keyof PassThroughBody> {
  const rest = { ...body };
  for (const [, wireName] of PAIRS) delete rest[wireName];
  return rest;
}
