import { err, ok } from '../assert/assert.ts';
import type { Result } from '../assert/assert.ts';
import { StrategyError } from './fault.ts';

/** One line of a parameter text. */
export interface ParameterLine {
  readonly name: string;
  readonly value: string;
  /** Counts from 1. */
  readonly line: number;
}

/** A parsed parameter text. Names are not case-sensitive. */
export interface StrategyParameters {
  readonly lines: readonly ParameterLine[];
  /** The line of a name; undefined when the text does not set it. */
  find(name: string): ParameterLine | undefined;
}

/** Why a parameter text cannot be read. The line counts from 1. */
export interface ParameterProblem {
  readonly line: number;
  readonly message: string;
}

const NAME = /^[A-Za-z_]\w{0,39}$/;
const MAX_LINES = 200;

/** Whether a parameter text can set this name. */
export const isParameterName = (name: string): boolean => NAME.test(name);

/** Parses lines `name = value`. `#` begins a comment, except within quotes; empty lines are ignored. */
export function parseParameters(text: string): Result<StrategyParameters, ParameterProblem> {
  const byName = new Map<string, ParameterLine>();
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = index + 1;
    const content = withoutComment(raw).trim();
    if (content === '') continue;
    const equals = content.indexOf('=');
    if (equals < 0) return problem(line, `"name = value" expected: ${shortened(content)}`);
    const name = content.slice(0, equals).trim();
    if (!NAME.test(name))
      return problem(
        line,
        `a name has letters, digits and _ (at most 40), a letter first: ${shortened(name)}`,
      );
    const earlier = byName.get(name.toLowerCase());
    if (earlier !== undefined) return problem(line, `${name} is already set in line ${earlier.line}`);
    if (byName.size >= MAX_LINES) return problem(line, `at most ${MAX_LINES} parameters can be given`);
    byName.set(name.toLowerCase(), { name, value: withoutQuotes(content.slice(equals + 1).trim()), line });
  }
  return ok({ lines: [...byName.values()], find: (name) => byName.get(name.toLowerCase()) });
}

/** The value of a parameter in the type of `fallback`, which is returned when it is not set. Throws a StrategyError that names the line for a value of another type. */
export function readParameter<Value extends number | string | boolean>(
  parameters: StrategyParameters,
  name: string,
  fallback: Value,
): number | string | boolean {
  const given = parameters.find(name);
  if (given === undefined) return fallback;
  if (typeof fallback === 'number') return numberOf(given);
  if (typeof fallback === 'boolean') return booleanOf(given);
  return given.value;
}

/** The number of a line. Throws a StrategyError that names the line for any other text. */
export function numberOf({ name, value, line }: ParameterLine): number {
  const parsed = value === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(parsed))
    throw new StrategyError(inParameters(line, `${name} must be a number: ${shortened(value)}`));
  return parsed;
}

/** The truth value of a line: true, yes, on, 1 or false, no, off, 0, whatever the case. Throws a StrategyError that names the line for any other text. */
export function booleanOf({ name, value, line }: ParameterLine): boolean {
  if (/^(true|yes|on|1)$/i.test(value)) return true;
  if (/^(false|no|off|0)$/i.test(value)) return false;
  throw new StrategyError(inParameters(line, `${name} must be true or false: ${shortened(value)}`));
}

/** Message of an error in the parameters. */
export const inParameters = (line: number, message: string): string => `Parameters, line ${line}: ${message}`;

function problem(line: number, message: string): Result<never, ParameterProblem> {
  return err({ line, message });
}

function withoutComment(text: string): string {
  let quote = '';
  for (let i = 0; i < text.length; i += 1) {
    const character = text.charAt(i);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '#') return text.slice(0, i);
  }
  // An unclosed quote is an apostrophe in the value, so a comment may follow.
  const comment = quote === '' ? -1 : text.indexOf('#');
  return comment < 0 ? text : text.slice(0, comment);
}

function withoutQuotes(value: string): string {
  const first = value.charAt(0);
  return value.length >= 2 && (first === '"' || first === "'") && value.endsWith(first)
    ? value.slice(1, -1)
    : value;
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
