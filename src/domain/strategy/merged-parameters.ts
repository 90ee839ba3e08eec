import { parseParameters } from './parameters.ts';

/** A parameter line that overrides that of a file, and the argument that it comes from. */
export interface ParameterOverride {
  readonly text: string;
  readonly argument: string;
}

/** The parameter text of a run, and the arguments that its lines come from. */
export interface MergedParameters {
  readonly text: string;
  /** The argument of a line, from 1; undefined for a line of the file. */
  argumentOf(line: number): string | undefined;
}

/** The parameters of a file with those of the arguments. A line that an argument overrides becomes empty, so that the others keep their numbers. */
export function mergedParameters(
  fileText: string,
  overrides: readonly ParameterOverride[],
): MergedParameters {
  const names = new Set(overrides.flatMap(({ text }) => namesOf(text).map(({ name }) => name)));
  const overridden = new Set(
    namesOf(fileText)
      .filter(({ name }) => names.has(name))
      .map(({ line }) => line),
  );
  const fileLines =
    fileText === ''
      ? []
      : fileText.split(/\r\n|\r|\n/).map((line, index) => (overridden.has(index + 1) ? '' : line));
  const text = [...fileLines, ...overrides.map((override) => override.text)].join('\n');
  return {
    text,
    argumentOf: (line) => overrides[line - 1 - fileLines.length]?.argument,
  };
}

/** Names are not case-sensitive. A text that cannot be read is reported when the strategy is described. */
function namesOf(text: string): { readonly name: string; readonly line: number }[] {
  const parsed = parseParameters(text);
  return parsed.ok ? parsed.value.lines.map(({ name, line }) => ({ name: name.toLowerCase(), line })) : [];
}
