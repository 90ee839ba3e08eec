/** Primary result codes of SQLite for a file with damaged pages, and for one that is no database. */
const DAMAGE_CODES = [11, 26];

/** The error of a database file that is damaged, with what to do, in place of SQLite's; any other error as it is. */
export function explainDamage(path: string, error: unknown): unknown {
  const isDamage =
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    DAMAGE_CODES.includes(error.errcode & 0xff);
  if (!isDamage) return error;
  return new Error(
    `The database (${path}) is damaged: ${error.message}. Nothing was changed. Copy the data folder, check the disk, and restore the last backup; docs/admin.md, "A damaged database", says how.`,
    { cause: error },
  );
}
