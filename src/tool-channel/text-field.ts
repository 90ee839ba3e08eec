import * as v from 'valibot';

/** Control characters, line breaks, and characters that change the direction of text: a title could pose as another one with them. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/u;

/** A field of `tool.json` that is a line of text. `name` begins the sentences about it. */
export const text = (name: string, maxLength: number) =>
  v.pipe(
    v.string(`${name} must be a text.`),
    v.trim(),
    v.minLength(1, `${name} is empty.`),
    v.maxLength(maxLength, `${name} is longer than ${maxLength} characters.`),
    v.check(
      (value) => !UNPRINTABLE.test(value),
      `${name} has control characters or characters that change the direction of text.`,
    ),
  );
