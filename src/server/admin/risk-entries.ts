import { isOptionSymbol, normalizeSymbol, padOptionSymbol } from '../../domain/symbols/symbol.ts';
import { OFFERED_ROUTES } from '../brokerage/routes.ts';
import { routeKey } from '../../domain/risk/index.ts';
import { ENTRY_KINDS, type EntryKind } from '../risk/risk-settings.ts';
import { UsageError, type AdminContext } from './admin-context.ts';

/** Every route that orders may name. */
export const ROUTE_KEYS: readonly string[] = OFFERED_ROUTES.flatMap(({ Destination, Routes }) =>
  Routes.map((route) => routeKey(Destination, route)),
);

/** Sets the named fields of an entry and removes those that are undefined; an entry with no field left goes. */
export async function setFields(
  kind: EntryKind,
  name: string,
  fields: Readonly<Record<string, unknown>>,
  { repositories, nowMs }: AdminContext,
): Promise<void> {
  await repositories.risk.change(
    kind,
    name,
    (standing) => {
      // Written by this function alone.
      const body = {
        ...(standing === undefined ? {} : (JSON.parse(standing) as Record<string, unknown>)),
        ...fields,
      };
      const text = JSON.stringify(body);
      return text === '{}' ? null : text;
    },
    nowMs,
  );
}

/** The bodies of one kind, by name. */
export async function entriesOf(
  kind: EntryKind,
  { repositories }: Pick<AdminContext, 'repositories'>,
): Promise<{ readonly kind: string; readonly name: string; readonly body: string }[]> {
  const { entries } = await repositories.risk.load();
  const strange = entries.find((entry) => !(ENTRY_KINDS as readonly string[]).includes(entry.kind));
  if (strange)
    throw new Error(`The database holds a risk setting of a later version: ${strange.kind} ${strange.name}.`);
  return entries.filter((entry) => entry.kind === kind);
}

/** A symbol as orders name it. The admin command knows no listings: a typing error shows in the list. */
export function parseSymbol(text: string): string {
  const symbol = normalizeSymbol(text);
  if (!/^[$A-Z0-9][A-Z0-9./ ]{0,22}$/.test(symbol)) throw new UsageError(`"${text}" is no symbol.`);
  return isOptionSymbol(symbol) ? padOptionSymbol(symbol).replaceAll(' ', '') : symbol;
}

/** A route as its key, `SMART/AUTO`. */
export function parseRoute(text: string): string {
  const found = ROUTE_KEYS.find((key) => key.toLowerCase() === text.toLowerCase());
  if (found === undefined)
    throw new UsageError(`There is no route ${text}. The routes are: ${ROUTE_KEYS.join(', ')}.`);
  return found;
}

/** Parses a country code of two letters, in any case. Throws a UsageError for any other text. */
export function parseCountry(text: string): string {
  const code = text.trim().toUpperCase();
  if (!/^[A-Z]{2}$/.test(code))
    throw new UsageError(`"${text}" is no country; write its two letters, such as US.`);
  return code;
}
