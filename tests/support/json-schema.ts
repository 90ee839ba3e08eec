/** A JSON schema of a document that this project generates. */
type Schema = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isRecord,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

type Check = (expected: unknown, value: unknown, at: string, schema: Schema) => readonly string[];
const problem = (isRight: boolean, text: string): readonly string[] => (isRight ? [] : [text]);
const sizeOf = (value: unknown): number =>
  typeof value === 'string' || Array.isArray(value) ? value.length : 0;

/** The keywords that the project's documents use. Any other is a problem of the document. */
const KEYWORDS: Readonly<Record<string, Check>> = {
  type: (expected, value, at) =>
    problem(TYPES[String(expected)]?.(value) ?? false, `${at}: no ${String(expected)}`),
  const: (expected, value, at) => problem(value === expected, `${at}: not ${JSON.stringify(expected)}`),
  enum: (expected, value, at) =>
    problem(Array.isArray(expected) && expected.includes(value), `${at}: not one of the names`),
  pattern: (expected, value, at) =>
    problem(
      typeof value !== 'string' || new RegExp(String(expected), 'u').test(value),
      `${at}: does not match ${String(expected)}`,
    ),
  minimum: (expected, value, at) =>
    problem(Number(value) >= Number(expected), `${at}: below ${String(expected)}`),
  maximum: (expected, value, at) =>
    problem(Number(value) <= Number(expected), `${at}: above ${String(expected)}`),
  minLength: (expected, value, at) => problem(sizeOf(value) >= Number(expected), `${at}: too short`),
  maxLength: (expected, value, at) => problem(sizeOf(value) <= Number(expected), `${at}: too long`),
  minItems: (expected, value, at) => problem(sizeOf(value) >= Number(expected), `${at}: too few`),
  maxItems: (expected, value, at) => problem(sizeOf(value) <= Number(expected), `${at}: too many`),
  anyOf: (expected, value, at) =>
    problem(
      Array.isArray(expected) &&
        expected.some((each) => isRecord(each) && schemaProblems(each, value, at).length === 0),
      `${at}: fits no variant`,
    ),
  allOf: (expected, value, at) =>
    Array.isArray(expected)
      ? expected.flatMap((each) => (isRecord(each) ? schemaProblems(each, value, at) : []))
      : [],
  required: (expected, value, at) =>
    Array.isArray(expected) && isRecord(value)
      ? expected.filter((name) => !(String(name) in value)).map((name) => `${at}.${String(name)}: missing`)
      : [],
  properties: (expected, value, at, { additionalProperties }) => {
    if (!isRecord(expected) || !isRecord(value)) return [];
    // Answers are checked strictly: a field that the document does not have is a problem of the document.
    const unknown =
      additionalProperties === undefined ? Object.keys(value).filter((name) => !(name in expected)) : [];
    return [
      ...unknown.map((name) => `${at}.${name}: not in the document`),
      ...Object.entries(expected).flatMap(([name, schema]) =>
        name in value && isRecord(schema) ? schemaProblems(schema, value[name], `${at}.${name}`) : [],
      ),
    ];
  },
  additionalProperties: () => [],
  items: (expected, value, at) =>
    isRecord(expected) && Array.isArray(value)
      ? value.flatMap((item, index) => schemaProblems(expected, item, `${at}[${index}]`))
      : [],
};

/** Where a value differs from its JSON schema; empty when it fits. */
export function schemaProblems(schema: Schema, value: unknown, at = '$'): readonly string[] {
  return Object.entries(schema).flatMap(([keyword, expected]) => {
    const check = KEYWORDS[keyword];
    return check ? check(expected, value, at, schema) : [`${at}: the keyword ${keyword} is unknown`];
  });
}
