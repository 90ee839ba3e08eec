/** Yes or no as both databases keep it. */
export function toFlag(value: boolean | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

/** Leaves out the keys whose value is undefined, so that an update touches only what was named. */
export function definedOnly<Columns extends object>(
  columns: Columns,
): { [Key in keyof Columns]?: Exclude<Columns[Key], undefined> } {
  // Object.fromEntries widens; the keys and values are the ones that came in.
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Columns]?: Exclude<Columns[Key], undefined>;
  };
}

const SQLITE_UNIQUE_CODES = [2067, 1555];
const POSTGRES_UNIQUE_CODE = '23505';

/** True when a database refused a row because its key is already there. */
export function isUniqueViolation(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('errcode' in error && SQLITE_UNIQUE_CODES.some((code) => code === error.errcode)) return true;
  return 'code' in error && error.code === POSTGRES_UNIQUE_CODE;
}

/** True for an error of the system or of a database with this code, such as ENOENT. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
