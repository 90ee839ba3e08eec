import type { OrderSide } from '../orders/enumerations.ts';
import { codeTokens, placeOf, type CallFault, type CodeToken } from './code-tokens.ts';
import { exitPlan } from './exit-terms.ts';
import { StrategyError } from './fault.ts';

/** Calls that open a position. */
const SIDES: ReadonlyMap<string, OrderSide> = new Map([
  ['buy', 'Buy'],
  ['goLong', 'Buy'],
  ['short', 'Short'],
  ['goShort', 'Short'],
]);
const NUMBER = /^-?(?:\d[\d_]*\.?\d*|\.\d+)$/;

/** A field of an object that is written out, with its place. */
interface WrittenField {
  readonly name: string;
  readonly index: number;
  /** Undefined = not written out, so that only the run knows it. */
  readonly value: Readonly<Record<string, number>> | undefined;
}

/** Reads an object from the token after its brace on; `readValue` gets the tokens of each value. Undefined for one with anything but plain fields. */
function readObject<Value>(
  tokens: readonly CodeToken[],
  from: number,
  readValue: (value: readonly CodeToken[]) => Value,
): readonly { readonly name: string; readonly index: number; readonly value: Value }[] | undefined {
  const fields: { name: string; index: number; value: Value }[] = [];
  let n = from;
  while (tokens[n] !== undefined && tokens[n]?.text !== '}') {
    const name = tokens[n];
    if (name === undefined || !/^\w+$/.test(name.text) || tokens[n + 1]?.text !== ':') return undefined;
    const end = valueEnd(tokens, n + 2);
    fields.push({ name: name.text, index: name.index, value: readValue(tokens.slice(n + 2, end)) });
    n = tokens[end]?.text === ',' ? end + 1 : end;
  }
  return tokens[n] === undefined ? undefined : fields;
}

/** Place of the comma or the bracket that ends a value. */
function valueEnd(tokens: readonly CodeToken[], from: number): number {
  let depth = 0;
  for (let n = from; n < tokens.length; n += 1) {
    const text = tokens[n]?.text ?? '';
    if (depth === 0 && (text === ',' || text === '}')) return n;
    if (/^[([{]$/.test(text)) depth += 1;
    else if (/^[)\]}]$/.test(text)) depth -= 1;
  }
  return tokens.length;
}

/** The numbers of `{ percent: 2 }`; undefined when they are not written out. */
function writtenTerms(tokens: readonly CodeToken[]): WrittenField['value'] {
  if (tokens[0]?.text !== '{') return undefined;
  const fields = readObject(tokens, 1, (value) => value.map(({ text }) => text).join(''));
  if (fields === undefined || !fields.every(({ value }) => NUMBER.test(value))) return undefined;
  return Object.fromEntries(fields.map(({ name, value }) => [name, Number(value.replaceAll('_', ''))]));
}

/** What a run would report for exits; undefined when it takes them. */
function problemOf(side: OrderSide, exits: unknown): string | undefined {
  try {
    exitPlan({ symbol: '', side, type: 'Market', price: 0, stop: 0 }, exits);
  } catch (error) {
    if (error instanceof StrategyError) return error.message;
    throw error;
  }
  return undefined;
}

/** The exits that are written out behind `exits:`, with what is wrong with them. */
function faultOf(
  side: OrderSide,
  exits: CodeToken,
  fields: readonly WrittenField[],
): { readonly index: number; readonly message: string } | undefined {
  const written = fields.filter(({ value }) => value !== undefined);
  for (const { name, index, value } of written) {
    const message = problemOf(side, { [name]: value });
    if (message !== undefined) return { index, message };
  }
  if (written.length < fields.length) return undefined;
  const whole = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const message = problemOf(side, whole);
  return message === undefined ? undefined : { index: exits.index, message };
}

/** True at `exits: {`. */
const beginsExits = (tokens: readonly CodeToken[], n: number): boolean =>
  ['exits', ':', '{'].every((text, at) => tokens[n + at]?.text === text);

/**
 * Exits of `buy`, `short`, `goLong` and `goShort` that a run refuses whatever the market is, for editors: with the message of the run. What is not written out as numbers
 * is left to the run.
 */
export function exitFaults(code: string): readonly CallFault[] {
  const tokens = codeTokens(code);
  const found: CallFault[] = [];
  /** Names before the open brackets; empty for braces. */
  const calls: string[] = [];
  for (const [n, token] of tokens.entries()) {
    if (/^[([{]$/.test(token.text)) calls.push(token.text === '(' ? (tokens[n - 1]?.text ?? '') : '');
    else if (/^[)\]}]$/.test(token.text)) calls.pop();
    const side = SIDES.get(calls.findLast((name) => name !== '') ?? '');
    if (side === undefined || !beginsExits(tokens, n)) continue;
    const fields = readObject(tokens, n + 3, writtenTerms);
    const fault = fields && faultOf(side, token, fields);
    if (fault) found.push({ ...placeOf(code, fault.index), message: fault.message });
  }
  return found;
}
