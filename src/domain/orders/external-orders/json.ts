/** Careful reading of JSON that others wrote: what is not of the expected kind is absent. */

/** A decoded JSON object whose fields are not yet checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value if it is a JSON object, else undefined. */
export function asObject(value: unknown): JsonObject | undefined {
  // An object that is no list has string keys; its values stay unknown.
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

/** The value if it is a JSON array, else an empty list. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is a non-empty string, else undefined. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A number, or a text that is one: brokers write ids and prices either way. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** An id as text, whether it came as number or text. */
export function asId(value: unknown): string | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : asText(value);
}
