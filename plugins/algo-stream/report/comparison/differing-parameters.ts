import { parseParameters } from '../../../../src/domain/strategy/parameters.ts';

/** Values by name in lower case; a text that cannot be read has none. */
function valuesOf(text: string): ReadonlyMap<string, { readonly name: string; readonly value: string }> {
  const parsed = parseParameters(text);
  return new Map(parsed.ok ? parsed.value.lines.map((line) => [line.name.toLowerCase(), line]) : []);
}

/**
 * The parameters of a run that are not the same in all runs of its strategy, `fast = 10, slow = default`; `''` when none differs.
 * @param text the parameters that the run was started with, one `name = value` a line
 * @param all those of every compared run of the strategy
 */
export function differingParameters(text: string, all: readonly string[]): string {
  const given = valuesOf(text);
  const others = all.map(valuesOf);
  const names = new Map(
    others.flatMap((values) => [...values].map(([key, { name }]): [string, string] => [key, name])),
  );
  return [...names]
    .filter(([key]) => new Set(others.map((values) => values.get(key)?.value)).size > 1)
    .map(([key, name]) => `${name} = ${given.get(key)?.value ?? 'default'}`)
    .join(', ');
}
