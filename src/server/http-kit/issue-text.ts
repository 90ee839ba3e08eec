import * as v from 'valibot';

/** Texts of refusals are at most this long, in characters. */
const MAX_TEXT_LENGTH = 500;

/**
 * What is wrong with a value that does not fit its schema, as a text for the author of the call: "side: must be Buy, Sell or Short". The field
 * comes first; `name` stands for it when the value has no fields, such as a header. The validator's messages name its types, not the choices.
 */
export function issueText(schema: v.GenericSchema, issue: v.BaseIssue<unknown>, name = ''): string {
  const path = v.getDotPath(issue) ?? name;
  return `${path === '' ? '' : `${path}: `}${problemOf(schema, issue)}`.slice(0, MAX_TEXT_LENGTH);
}

function problemOf(schema: v.GenericSchema, issue: v.BaseIssue<unknown>): string {
  if (issue.expected === 'never') return 'not known here';
  if (issue.received === 'undefined' && issue.kind === 'schema') return 'missing';
  const ownMessage = statedMessage(issue.message);
  if (ownMessage !== undefined) return ownMessage;
  const node = nodeAt(schema, issue.path ?? []);
  const expected = (node && expectationOf(node)) ?? choicesOf(issue.expected);
  return expected === undefined ? 'is not as described' : mustBe(expected);
}

const mustBe = (expected: string): string =>
  expected.startsWith('must ') ? expected : `must be ${expected}`;

/** The message that a schema states itself, such as "a price in quotes expected"; undefined for the messages of the validator. */
function statedMessage(message: string): string | undefined {
  if (/^Invalid [a-z ]+: /.test(message)) return undefined;
  const [, thing, rest = ''] = /^(.+?) expected\b(.*)$/s.exec(message) ?? [];
  return thing === undefined ? message : `must be ${thing}${rest}`;
}

/** A part of a schema, with the fields that some kinds of schemas have. */
interface Node extends v.GenericSchema {
  readonly entries?: Readonly<Record<string, Node>>;
  readonly item?: Node;
  readonly value?: Node;
  readonly wrapped?: Node;
  readonly options?: readonly (Node | string | number)[];
  readonly literal?: unknown;
  readonly pipe?: readonly Step[];
}
/** A check of a pipe: bounds and forms have a requirement. */
interface Step {
  readonly type: string;
  readonly requirement?: unknown;
  readonly message?: unknown;
}

/** The part of a schema that a path leads to; undefined below a choice between forms, where it depends on the value. */
function nodeAt(schema: Node, path: readonly { readonly key?: unknown }[]): Node | undefined {
  let node: Node | undefined = schema;
  for (const { key } of path) {
    node = unwrapped(node);
    node = node.entries?.[String(key)] ?? node.item ?? (node.type === 'record' ? node.value : undefined);
    if (!node) return undefined;
  }
  return node;
}

/** Without the wrappers that let a value be left out. */
function unwrapped(node: Node): Node {
  let inner = node;
  while ((inner.type === 'optional' || inner.type === 'nullish') && inner.wrapped) inner = inner.wrapped;
  return inner;
}

/** What each kind of schema accepts. */
const EXPECTATIONS: Readonly<Record<string, (schema: Node) => string | undefined>> = {
  nullable: ({ wrapped }) => orOf([wrapped && expectationOf(wrapped), 'null']),
  picklist: ({ options = [] }) => listed(options.map(String)),
  literal: ({ literal }) => String(literal),
  boolean: () => 'true or false',
  number: (schema) => numberText(stepsOf(schema)),
  string: (schema) => stringText(stepsOf(schema)),
  array: (schema) => `a list${countText(stepsOf(schema), 'item')}`,
  object: () => 'an object',
  strict_object: () => 'an object',
  record: () => 'an object',
  variant: () => 'an object',
  union: ({ options = [] }) =>
    orOf(options.map((option) => (typeof option === 'object' ? expectationOf(option) : undefined))),
};

/** What a schema accepts, such as "a whole number from 1 to 1,000"; undefined when there is no short text for it. */
function expectationOf(node: Node): string | undefined {
  const schema = unwrapped(node);
  return EXPECTATIONS[schema.type]?.(schema);
}

/** The checks of a pipe, inner ones included. */
const stepsOf = (node: Node): readonly Step[] =>
  (node.pipe ?? []).flatMap((step) => ('pipe' in step && step !== node ? stepsOf(step as Node) : [step]));

function orOf(parts: readonly (string | undefined)[]): string | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? listed(known) : undefined;
}

/** "Buy, Sell or Short". */
const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} or ${String(parts.at(-1))}`;

const bounds = (steps: readonly Step[], type: string): readonly number[] =>
  steps.flatMap((step) =>
    step.type === type && typeof step.requirement === 'number' ? [step.requirement] : [],
  );
const numberOf = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 10 });

/** The narrowest range of all checks: " from 1 to 1,000"; the largest whole number is no limit worth stating. */
function rangeText(lows: readonly number[], highs: readonly number[]): string {
  const low = lows.length === 0 ? undefined : Math.max(...lows);
  const high = highs.length === 0 ? undefined : Math.min(...highs);
  if (low !== undefined && high !== undefined && high < Number.MAX_SAFE_INTEGER)
    return low === high ? ` of ${numberOf(low)}` : ` from ${numberOf(low)} to ${numberOf(high)}`;
  if (low !== undefined) return ` of at least ${numberOf(low)}`;
  return high === undefined ? '' : ` of at most ${numberOf(high)}`;
}

function numberText(steps: readonly Step[]): string {
  const kind = steps.some(({ type }) => type === 'integer') ? 'a whole number' : 'a number';
  return `${kind}${rangeText(bounds(steps, 'min_value'), bounds(steps, 'max_value'))}`;
}

function stringText(steps: readonly Step[]): string {
  const form = steps.find(({ type, message }) => type === 'regex' && typeof message === 'string');
  const stated = form && statedMessage(String(form.message));
  return stated ?? `a text${countText(steps, 'character')}`;
}

/** " of 1 to 40 characters". */
function countText(steps: readonly Step[], unit: string): string {
  const exact = bounds(steps, 'length');
  const low = Math.max(0, ...bounds(steps, 'min_length'), ...exact);
  const high = Math.min(Number.POSITIVE_INFINITY, ...bounds(steps, 'max_length'), ...exact);
  const plural = (count: number) => `${numberOf(count)} ${unit}${count === 1 ? '' : 's'}`;
  if (low === high) return ` of ${plural(low)}`;
  if (Number.isFinite(high))
    return low === 0 ? ` of at most ${plural(high)}` : ` of ${numberOf(low)} to ${plural(high)}`;
  return low === 0 ? '' : ` of at least ${plural(low)}`;
}

/** The names that the validator's `("a" | ("b" | "c"))` lists; undefined for any other text. */
function choicesOf(expected: string | null): string | undefined {
  const names = expected?.match(/"[^"]*"/g) ?? [];
  const isOnlyNames = /^[\s|()]*$/.test((expected ?? '').replaceAll(/"[^"]*"/g, ''));
  return names.length > 0 && isOnlyNames ? listed(names.map((name) => name.slice(1, -1))) : undefined;
}
