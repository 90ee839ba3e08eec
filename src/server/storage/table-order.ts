/** Tables that other tables refer to. */
const REFERRED_TO = ['users', 'strategies', 'strategy_instances', 'strategy_optimizations'];

/** True for a table that migrations make: not the journal's, and not Kysely's own. */
const isDatabaseTable = (name: string): boolean => !/^(kysely_|sqlite_|journal)/.test(name);

/** The tables of the database among these names, in an order in which rows can be inserted. */
export function insertionOrder(names: readonly string[]): readonly string[] {
  const rank = (name: string): number => {
    const index = REFERRED_TO.indexOf(name);
    return index < 0 ? REFERRED_TO.length : index;
  };
  return names.filter(isDatabaseTable).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
