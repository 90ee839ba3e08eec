import type { FastifyReply } from 'fastify';
import * as v from 'valibot';
import { brokerErrorText } from '../../domain/orders/schwab/index.ts';
import { HttpRefusal } from '../http-kit/http-refusal.ts';
import type { BrokerAnswer } from './broker-http.ts';

/** Answer to a command that the broker did not answer: nobody knows whether it acted. */
export const UNANSWERED_TEXT =
  'The broker did not answer in time. It may have executed the request. Check your orders before you send it again.';
/** Answer to a call that never reached the broker, or that changes nothing. */
export const UNREACHED_TEXT = 'The broker could not be reached; try again later.';

/** Status and JSON of the broker. A page of HTML never leaves from our own address, and a redirect is nobody's answer. */
export function passOn(reply: FastifyReply, { status, text, headers }: BrokerAnswer): FastifyReply {
  const isAnswer = (status >= 200 && status < 300) || status >= 400;
  const isJson = text === '' || isJsonText(text);
  const retryAfter = headers.get('retry-after');
  if (retryAfter !== null) reply.header('retry-after', retryAfter.slice(0, 100));
  if (!isAnswer || !isJson)
    return reply
      .code(status >= 400 ? status : 503)
      .send({ message: brokerErrorText(status >= 400 ? status : 503) });
  return text === ''
    ? reply.code(status).send()
    : reply.code(status).type('application/json; charset=utf-8').send(text);
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The value if it fits the schema; throws a 400 that names the field otherwise. */
export function checked<Output>(schema: v.GenericSchema<unknown, Output>, value: unknown): Output {
  const parsed = v.safeParse(schema, value ?? {}, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const path = v.getDotPath(parsed.issues[0]);
  const message = `${path ? `${path}: ` : ''}${parsed.issues[0].message}`.slice(0, 500);
  throw new HttpRefusal(400, message, { message });
}

/** A query without its absent values. */
export function definedOnly(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** A path pattern with its parameters filled in. */
export const filledPath = (pattern: string, params: Readonly<Record<string, string | undefined>>): string =>
  pattern.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
