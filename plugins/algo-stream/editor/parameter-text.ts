import { parseParameters } from '../../../src/domain/strategy/parameters.ts';

/** A parameter of the text, and what the code explains of it. */
export interface KnownParameter {
  readonly name: string;
  readonly value: string;
  /** In the parameters text, from 1. */
  readonly line: number;
}

/** The parameters of a text; none while it has a fault. */
export function knownParameters(text: string): readonly KnownParameter[] {
  const parsed = parseParameters(text);
  return parsed.ok ? parsed.value.lines : [];
}

/** The beginning of the name that is typed at the end of this code, as in `param('fa`; null elsewhere. */
export const typedParameter = (before: string): string | null =>
  /\bparam\(\s*['"](\w*)$/.exec(before)?.[1] ?? null;

/** The name of the parameter that a line of code reads at a column (from 1), with the columns of the name; null elsewhere. */
export function parameterAt(
  line: string,
  column: number,
): { readonly name: string; readonly from: number; readonly to: number } | null {
  for (const match of line.matchAll(/\bparam\(\s*(['"])(\w+)\1/g)) {
    const [whole, , name = ''] = match;
    const to = match.index + whole.length;
    const from = to - name.length;
    if (column >= from && column <= to + 1) return { name, from, to };
  }
  return null;
}

/** What the code shows of a parameter: its value and where it is set, or that the default applies. */
export function parameterNote(parameters: readonly KnownParameter[], name: string): string {
  const known = parameters.find((parameter) => parameter.name.toLowerCase() === name.toLowerCase());
  return known === undefined
    ? `Parameter ${name}: not in the parameters, so the default applies.`
    : `Parameter ${known.name} = ${known.value}, line ${known.line} of the parameters.`;
}
