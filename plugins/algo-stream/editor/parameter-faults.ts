import { codeTokens } from '../../../src/domain/strategy/code-tokens.ts';
import { StrategyError } from '../../../src/domain/strategy/fault.ts';
import { createParameterReader, newPlan } from '../../../src/domain/strategy/plan.ts';

/** A fault of the parameters text. The line counts from 1. */
export interface ParameterFault {
  readonly line: number;
  readonly message: string;
}

const TEXT = /^(['"])(.*)\1$/;
const NUMBER = /^(?:\d[\d_]*\.?\d*|\.\d+)$/;

/** The value of a default that is written out; undefined when only the run knows it. */
function writtenValue(text: string): number | string | boolean | undefined {
  if (text === 'true' || text === 'false') return text === 'true';
  if (NUMBER.test(text)) return Number(text.replaceAll('_', ''));
  return TEXT.exec(text)?.[2];
}

/** The texts of the value that begins here: a number with a sign or a fraction is several tokens. */
function defaultText(texts: readonly string[], from: number): string | null {
  const end = texts.findIndex((text, n) => n >= from && (text === ')' || text === ','));
  const parts = end < 0 ? [] : texts.slice(from, end);
  return parts.length === 0 ? null : parts.join('');
}

/** The parameters that the code reads, with their defaults; null when a name is computed, so that only the run knows them. */
function readParameters(
  code: string,
): readonly { name: string; fallback: number | string | boolean }[] | null {
  const texts = codeTokens(code).map(({ text }) => text);
  const found: { name: string; fallback: number | string | boolean }[] = [];
  for (const [n, text] of texts.entries()) {
    if (text !== 'param' || texts[n + 1] !== '(' || texts[n - 1] === '.') continue;
    const name = TEXT.exec(texts[n + 2] ?? '')?.[2];
    if (name === undefined) return null;
    const written = texts[n + 3] === ',' ? (defaultText(texts, n + 4) ?? '') : '';
    const sign = written.startsWith('-') ? -1 : 1;
    const value = writtenValue(sign < 0 ? written.slice(1) : written);
    // A default that is computed may be of any type: a text takes every value.
    found.push({ name, fallback: typeof value === 'number' ? sign * value : (value ?? '') });
  }
  return found;
}

const IN_PARAMETERS = /^Parameters, line (\d+): ([\s\S]*)$/;

/** What a run would report for the parameters of this code: a line that cannot be read, a value of another type, a name that the code does not read. */
export function parameterFault(code: string, parameters: string): ParameterFault | null {
  try {
    const reader = createParameterReader(parameters);
    const read = readParameters(code);
    for (const { name, fallback } of read ?? []) reader.read(name, fallback);
    reader.applyTo(newPlan());
    if (read !== null) reader.checkAllRead();
  } catch (error) {
    if (!(error instanceof StrategyError)) throw error;
    const [, line, message] = IN_PARAMETERS.exec(error.message) ?? [];
    return message === undefined ? null : { line: Number(line), message };
  }
  return null;
}
