import { StrategyError } from './fault.ts';
import { shown } from './plan.ts';

/** The fields of an object that an author wrote. Each is read once: a getter may give another value the second time. Throws a StrategyError that begins with `form`. */
export function readFields<const Name extends string>(
  given: unknown,
  names: readonly Name[],
  form: string,
): Partial<Record<Name, unknown>> {
  if (typeof given !== 'object' || given === null) throw new StrategyError(`${form}: ${shown(given)}`);
  const fields: Partial<Record<Name, unknown>> = {};
  for (const [key, value] of Object.entries(given)) {
    const name = names.find((known) => known === key);
    if (name === undefined) throw new StrategyError(`${form}. Unknown: ${shown(key)}`);
    fields[name] = value;
  }
  return fields;
}
