import * as v from 'valibot';
import type { Result } from '../../domain/assert/assert.ts';
import { fileDocumentSchema } from './file-documents.ts';
import {
  countText,
  ITEM_FORMATS,
  ITEM_KINDS,
  readEarlierLayout,
  type FileItem,
  type ItemContents,
  type ItemFailure,
  type ItemKind,
} from './user-items.ts';

/** Everything that a user has made as a file: docs/user-file.md describes it. */

const FILE_VERSION = 1;
const KIND = 'user-data';
/** Kind of the window layouts in files of earlier releases. */
const EARLIER_LAYOUT = 'layout';
/** Unknown kinds that a message names. */
const MAX_NAMED = 5;

/** What a user has made, by kind. */
export type UserContents = { readonly [Kind in ItemKind]: readonly ItemContents[Kind][] };

/** The contents of a file, and what could not be read of it, as sentences for the user. */
export type ReadUserFile =
  | { readonly ok: true; readonly contents: UserContents; readonly problems: readonly string[] }
  | { readonly ok: false; readonly message: string };

const itemSchema = v.object({ Kind: v.string(), ...fileDocumentSchema.entries });
const headerSchema = v.object({ Tapedeck: v.literal(KIND), Version: v.number() });

/** The text of a file. Each item is a line, so that the lines of a damaged file can be read one by one. `nowMs`: UTC ms. */
export function writeUserFile(contents: UserContents, nowMs: number): string {
  const items = ITEM_KINDS.flatMap((kind) => itemsOf(kind, contents[kind]));
  const lines = items.map((item) => JSON.stringify(item)).join(',\n');
  const exported = JSON.stringify(new Date(nowMs).toISOString());
  return `{\n"Tapedeck": "${KIND}",\n"Version": ${FILE_VERSION},\n"Exported": ${exported},\n"Items": [\n${lines}${lines === '' ? '' : '\n'}]\n}\n`;
}

function itemsOf<Kind extends ItemKind>(
  kind: Kind,
  contents: readonly ItemContents[Kind][],
): readonly FileItem[] {
  const { version, write } = ITEM_FORMATS[kind];
  return contents.map((content) => ({ Kind: kind, SchemaVersion: version, Body: write(content) }));
}

/** `everything-2026-11-27.tapedeck.json`; the day is that of UTC. */
export const userFileName = (nowMs: number): string =>
  `everything-${new Date(nowMs).toISOString().slice(0, 10)}.tapedeck.json`;

/** True for the text of a file that `writeUserFile` made, damaged or not. */
export const isUserFile = (text: string): boolean => /"Tapedeck"\s*:\s*"user-data"/.test(text.slice(0, 400));

/** Reads a file's text. What cannot be read is reported, and the rest is read. */
export function readUserFile(text: string): ReadUserFile {
  const whole = parsed(text);
  const problems: string[] = [];
  let version = FILE_VERSION;
  let items: readonly unknown[];
  if (whole === undefined) {
    if (!isUserFile(text))
      return {
        ok: false,
        message: 'This file cannot be read: it is damaged, or was not exported from Tapedeck.',
      };
    const found = readLines(text);
    items = found.items;
    version = found.version;
    problems.push(found.problem);
  } else {
    const header = v.safeParse(headerSchema, whole);
    if (!header.success) return { ok: false, message: 'This file was not exported from Tapedeck.' };
    version = header.output.Version;
    const list = typeof whole === 'object' && whole !== null && 'Items' in whole ? whole.Items : undefined;
    items = Array.isArray(list) ? list : [];
    if (!Array.isArray(list)) problems.push('The file is damaged: its list of items is missing.');
  }
  if (version > FILE_VERSION)
    problems.push('The file was exported by a newer Tapedeck. Only what this version knows can be imported.');
  const { contents, problems: left } = readItems(items);
  return { ok: true, contents, problems: [...problems, ...left] };
}

/** Undefined for a text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The items of a damaged file, read line by line. */
function readLines(text: string): {
  readonly items: readonly unknown[];
  readonly version: number;
  readonly problem: string;
} {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isWhole = lines.at(-1) === '}' && lines.at(-2) === ']';
  const version = Number(/"Version"\s*:\s*(\d+)/.exec(text.slice(0, 400))?.[1] ?? FILE_VERSION);
  const start = lines.findIndex((line) => /^"Items"\s*:\s*\[$/.test(line));
  const body = start < 0 ? [] : lines.slice(start + 1, isWhole ? -2 : undefined);
  const read = body.map((line) => parsed(line.replace(/,$/, '')));
  const items = read.filter((item) => item !== undefined);
  // The last line of a file that ends early is the item at which it ends.
  const damaged = read.length - items.length - (!isWhole && read.at(-1) === undefined ? 1 : 0);
  const lost = damaged > 0 ? [`Items that cannot be read: ${damaged}.`] : [];
  const problem = isWhole
    ? 'The file is damaged.'
    : 'The file ends too early: it was not saved or copied completely.';
  return { items, version, problem: [problem, ...lost].join(' ') };
}

function readItems(items: readonly unknown[]): {
  readonly contents: UserContents;
  readonly problems: readonly string[];
} {
  const contents = {
    settings: [],
    workspace: [],
    save: [],
    alert: [],
    drawing: [],
    strategy: [],
  } satisfies UserContents;
  const failures = new Map<ItemFailure, Map<ItemKind, number>>([
    ['too-new', new Map()],
    ['invalid', new Map()],
  ]);
  const unknown = new Map<string, number>();
  const leftOut: string[] = [];
  let shapeless = 0;
  for (const item of items) {
    const read = v.safeParse(itemSchema, item);
    if (!read.success) {
      shapeless += 1;
      continue;
    }
    const { Kind, SchemaVersion, Body } = read.output;
    const kind = Kind === EARLIER_LAYOUT ? 'save' : ITEM_KINDS.find((each) => each === Kind);
    if (kind === undefined) {
      const name = Kind.slice(0, 40);
      unknown.set(name, (unknown.get(name) ?? 0) + 1);
      continue;
    }
    const onLeftOut = (part: string) => leftOut.push(part);
    const failure =
      Kind === EARLIER_LAYOUT
        ? addRead(contents, 'save', readEarlierLayout(SchemaVersion, Body))
        : addRead(contents, kind, ITEM_FORMATS[kind].read(SchemaVersion, Body, onLeftOut));
    if (failure === null) continue;
    const counts = failures.get(failure);
    counts?.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const namesOf = (failure: ItemFailure) =>
    [...(failures.get(failure) ?? [])].map(([kind, count]) => countText(kind, count));
  const invalid = [...namesOf('invalid'), ...(shapeless === 0 ? [] : [`${shapeless} without a kind`])];
  return {
    contents,
    problems: [
      ...sentence('Written by a newer Tapedeck, left out', namesOf('too-new')),
      ...sentence('Damaged, left out', invalid),
      ...sentence('Damaged parts, left out', leftOut),
      ...sentence(
        'Unknown kinds, left out',
        [...unknown].map(([name, count]) => `${name} (${count})`),
      ),
    ],
  };
}

/** Adds an item that was read to the contents; returns why it cannot be read, or null. */
function addRead<Kind extends ItemKind>(
  contents: UserContents,
  kind: Kind,
  read: Result<ItemContents[Kind], ItemFailure>,
): ItemFailure | null {
  if (!read.ok) return read.error;
  // The lists were made by `readItems`, which gives them to nobody before.
  (contents[kind] as ItemContents[Kind][]).push(read.value);
  return null;
}

function sentence(lead: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const more = names.length - MAX_NAMED;
  const named = more > 0 ? [...names.slice(0, MAX_NAMED), `and ${more} more`] : names;
  return [`${lead}: ${named.join(', ')}.`];
}
