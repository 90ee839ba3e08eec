import { catalogue, decode, type Body, type Direction, type FrameError, type Message, type SocketName } from '../../protocol/index.ts';
import { ok, type Result } from '../../domain/assert/assert.ts';

const TRADE_START = `{"T":${catalogue.trade.T},`;
const QUOTE_START = `{"T":${catalogue.quote.T},`;

const isPrice = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1e9;
const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0 && Number.isSafeInteger(value);
const isText = (value: unknown): value is string => typeof value === 'string';

function isTrade(frame: Record<string, unknown>): boolean {
  return isText(frame.S) && isPrice(frame.P) && isCount(frame.V) && isCount(frame.TV) && isText(frame.X) && isCount(frame.TS);
}

function isQuote(frame: Record<string, unknown>): boolean {
  return isText(frame.S) && isPrice(frame.B) && isCount(frame.BS) && isText(frame.BE) && isPrice(frame.A) && isCount(frame.AS) && isText(frame.AE) && isCount(frame.TS);
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    // The frame starts like an object; the caller checks each field that it relies on.
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/**
 * Reads one frame of the server. Trades and quotes, thousands a second, are checked field by field without the schema
 * library; whatever that check does not like goes through the full decoder, which words the error.
 */
export function readFrame<S extends SocketName>(socket: S, text: string): Result<Message<S, 'toClient'>, FrameError> {
  if (socket === 'streaming') {
    const hot = readTick(text);
    // A tick is a message of the streaming socket, which S is here.
    if (hot !== null) return ok(hot as unknown as Message<S, 'toClient'>);
  }
  return decode<S, Extract<Direction, 'toClient'>>(socket, 'toClient', text);
}

export type Tick = { readonly name: 'trade'; readonly body: Body<'trade'> } | { readonly name: 'quote'; readonly body: Body<'quote'> };

function readTick(text: string): Tick | null {
  if (text.startsWith(TRADE_START)) {
    const frame = parseObject(text);
    // Just checked, field by field.
    return frame !== null && isTrade(frame) ? { name: 'trade', body: frame as unknown as Body<'trade'> } : null;
  }
  if (text.startsWith(QUOTE_START)) {
    const frame = parseObject(text);
    return frame !== null && isQuote(frame) ? { name: 'quote', body: frame as unknown as Body<'quote'> } : null;
  }
  return null;
}
