import { err, ok, type Result } from '../assert/assert.ts';

/** What a tool saves under a name: a list with its columns, filters, levels of alerts, or a template of a chart. */
export interface Save {
  /** A number below 2^47 in decimal digits: the calls of the specification name a save by its number. */
  readonly Id: string;
  /** Kind of the tool's saves, such as `MarketView`. */
  readonly Type: string;
  /** Unique among the user's saves of its type; names that differ in case only are the same. */
  readonly Name: string;
  /** JSON of the tool, which checks it when it is loaded. */
  readonly Data: unknown;
}

/** Version of the body of a save document. Raise it when the fields of `Save` change, and read older versions in `readSave`. */
export const SAVE_SCHEMA_VERSION = 1;
/** Max saves of a user. */
export const MAX_SAVES_PER_USER = 500;
/** Max characters of all saves of a user together, as JSON. */
export const MAX_SAVE_CHARS_PER_USER = 20_000_000;
/** Max characters of the data of a save, as JSON. */
const MAX_SAVE_CHARS = 1_000_000;
/** Max characters of a name. */
export const MAX_SAVE_NAME = 100;
/** Ids are drawn below this: a number holds each exactly. */
export const SAVE_ID_LIMIT = 2 ** 47;
/** The form of an id. */
export const SAVE_ID_PATTERN = /^[1-9]\d{0,14}$/;
/** The form of a type. */
const SAVE_TYPE_PATTERN = /^[A-Za-z][A-Za-z0-9]{0,39}$/;
/** Writing JSON takes stack for each level. No data of a tool is nested nearly as deep. */
const MAX_DEPTH = 100;
/** A text is stored as it is, or not at all: databases lose or refuse these characters. */
const UNSTORABLE = /\p{Control}|\p{Surrogate}/u;

/** Why data cannot be saved, for the user; null when it can be. */
export function saveProblem(name: string, data: unknown): string | null {
  if (UNSTORABLE.test(name)) return 'The name holds a character that cannot be stored.';
  if (data === null || data === undefined) return 'There is nothing to save.';
  if (isDeeperThan(data, MAX_DEPTH)) return `This is nested too deeply to save: at most ${MAX_DEPTH} levels.`;
  if (hasErrorText(data))
    return 'Data with a text named Error cannot be saved: loading it would read as a failure.';
  const { length } = JSON.stringify(data);
  return length > MAX_SAVE_CHARS
    ? `This is too large to save: ${length} characters, at most ${MAX_SAVE_CHARS}.`
    : null;
}

/** Reads the body of a save document. Unknown fields are left out. */
export function readSave(schemaVersion: number, value: unknown): Result<Save, 'too-new' | 'invalid'> {
  if (schemaVersion > SAVE_SCHEMA_VERSION) return err('too-new');
  if (schemaVersion !== SAVE_SCHEMA_VERSION || typeof value !== 'object' || value === null)
    return err('invalid');
  // Each field is checked below before it is used.
  const { Id, Type, Name, Data } = value as Readonly<Partial<Record<keyof Save, unknown>>>;
  if (typeof Id !== 'string' || !SAVE_ID_PATTERN.test(Id)) return err('invalid');
  if (typeof Type !== 'string' || !SAVE_TYPE_PATTERN.test(Type)) return err('invalid');
  if (typeof Name !== 'string' || Name.length > MAX_SAVE_NAME) return err('invalid');
  if (Name.trim() !== Name || Name === '' || saveProblem(Name, Data) !== null) return err('invalid');
  return ok({ Id, Type, Name, Data });
}

/** A response to a load is the data itself, so data of this form would read as a failure. */
function hasErrorText(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'Error' in data && typeof data.Error === 'string';
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1));
}
