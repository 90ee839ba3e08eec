/** Terms that the project's plain English does without. Present uses are counted per file; the counts may only go down. */
import type { FileCount } from './falling-counts.ts';
import { textsOf, type SourceText } from './source-text.ts';

interface Rule {
  readonly group: string;
  /** What to write instead, for the message of the check. */
  readonly instead: string;
  /** Matches in comments, strings and test titles. */
  readonly prose?: RegExp;
  /** Matches in declared names, which are checked as lower-case words with spaces between: `firstLook` as `first look`. */
  readonly names?: RegExp;
  /** Files in which the group is allowed. */
  readonly allowedIn?: RegExp;
}

export const RULES: readonly Rule[] = [
  {
    group: 'tell, hear',
    instead: 'notify, publish, report, return or log',
    prose: /\b(tell|tells|telling|told|hear|hears|hearing|heard)\b/gi,
    names: /\b(tell|tells|telling|told|hear|hears|heard)\b/g,
  },
  {
    group: 'person',
    instead: 'user, trader, client, subscriber or account holder',
    prose: /\b(persons?|somebody|anybody|everybody|whoever)\b/gi,
    names: /\b(persons?|somebody|anybody|everybody|whoever)\b/g,
  },
  {
    group: 'asking',
    instead: 'request, query or command',
    prose: /\b(asked|asking|asks? (for|the|whether|again))\b/gi,
    names: /\b(asked|asking)\b/g,
  },
  {
    group: 'look',
    instead: 'evaluation, check or read',
    prose: /\b(an?|the|each|every|first|next|last|one|this|that) look\b/gi,
    names: /\blooks?\b(?! up| back| ahead)/g,
  },
  {
    group: 'take back',
    instead: 'bust, withdraw or undo',
    prose: /\b(take|takes|taken|taking|took) back\b/gi,
    names: /\b(take|takes|taken|took) back\b/g,
  },
  {
    group: 'mend',
    instead: 'correct or repair',
    prose: /\b(mend|mends|mended|mending|ma(ke|kes|de|king) good)\b/gi,
    names: /\b(mend|mends|mended|made good)\b/g,
  },
  { group: 'to be had', instead: 'unavailable or unsupported', prose: /\bto be had\b/gi },
  {
    group: 'wish',
    instead: 'request or preference',
    prose: /\b(wish|wishes|wished)\b/gi,
    names: /\b(wish|wishes|wished)\b/g,
  },
  {
    group: 'MOST_',
    instead: 'MAX_ or MIN_',
    // MostTraded is a field of the wire.
    names: /^(most|least|longest|shortest|fewest) (?!traded$)/g,
  },
  {
    group: 'words',
    instead: 'label, message or text',
    prose: /\b(in words|the words of)\b/gi,
    names: /\bwords$/g,
  },
  {
    group: 'desk',
    instead: 'order router, strategy API or test harness',
    prose: /\bdesks?\b/gi,
    names: /\bdesks?\b/g,
    allowedIn:
      /^(src\/(workstation|info|ui|client|plugin-api|testing)|plugins|layouts|tests\/(e2e|client)|scripts)\//,
  },
  { group: 'vague name', instead: 'the noun it stands for', names: /^(one|own|of|who|what)$/g },
  {
    group: 'anew',
    instead: 'again, still or continues',
    prose: /\b(anew|as well as ever|go(es)? on|went on|going on)\b/gi,
    names: /\banew\b/g,
  },
  { group: 'reckon', instead: 'compute or count', prose: /\breckon\w*\b/gi, names: /\breckon\w*\b/g },
];

/** Fields of wire, stored and exported formats, and stored keys, which keep their names. */
const FORMAT_NAMES: readonly { readonly name: string; readonly files: RegExp }[] = [
  // The sources of an order's reports in a checkpoint file.
  { name: 'told', files: /^src\/server\/brokerage\/checkpoint\// },
  // The sentence of each report and settlement in the order export.
  {
    name: 'Words',
    files: /^(src\/(protocol|server\/gateway\/order-export)\/|tests\/api\/option-orders\.test\.ts$)/,
  },
  // The symbols with the most trades, among the market facts of the wire.
  { name: 'MostTraded', files: /./ },
  // The browser's key for the settlements that were shown.
  { name: 'tapedeck.trade-manager.told-settlements', files: /^plugins\/trade-manager\// },
];

/** A use of a term, for the list of one file. */
export interface WordUse {
  readonly group: string;
  readonly text: SourceText;
}

/** `firstLook`, `FIRST_LOOK` and `first-look` as `first look`. */
const spaced = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();

/** Matches of each group in a text; groups without a match are left out. */
type Matches = ReadonlyMap<string, number>;

const NO_MATCHES: Matches = new Map();
const matchesIn = (pattern: (rule: Rule) => RegExp | undefined, text: string): Matches =>
  new Map(
    RULES.flatMap((rule) => {
      const found = pattern(rule);
      const count = found === undefined ? 0 : (text.match(found)?.length ?? 0);
      return count === 0 ? [] : [[rule.group, count]];
    }),
  );

/** Whether a text has a match of any rule, in one search: hardly a text has one. */
const ANY_PROSE = new RegExp(RULES.flatMap(({ prose }) => prose?.source ?? []).join('|'), 'i');
const matchesInProse = (text: string): Matches =>
  ANY_PROSE.test(text) ? matchesIn(({ prose }) => prose, text) : NO_MATCHES;

/** By name: most names are declared many times. */
const matchesOfNames = new Map<string, Matches>();
function matchesInName(name: string): Matches {
  const known = matchesOfNames.get(name);
  if (known !== undefined) return known;
  const matches = matchesIn(({ names }) => names, spaced(name));
  matchesOfNames.set(name, matches);
  return matches;
}

/** Every use of the terms in one file; a text with a term twice is listed twice. */
export function usesOf(file: string, source: string): WordUse[] {
  const rules = RULES.filter((rule) => !rule.allowedIn?.test(file));
  const isFormatName = ({ text }: SourceText): boolean =>
    FORMAT_NAMES.some(({ name, files }) => name === text && files.test(file));
  return textsOf(file, source).flatMap((text) => {
    const matches = text.kind === 'name' ? matchesInName(text.text) : matchesInProse(text.text);
    if (matches.size === 0 || isFormatName(text)) return [];
    return rules.flatMap(({ group }) =>
      Array.from({ length: matches.get(group) ?? 0 }, () => ({ group, text })),
    );
  });
}

/** Uses per group, in the order of the rules. */
export function countUses(file: string, uses: readonly WordUse[]): FileCount[] {
  const byGroup = Map.groupBy(uses, ({ group }) => group);
  return RULES.flatMap(({ group }) => {
    const count = byGroup.get(group)?.length ?? 0;
    return count === 0 ? [] : [{ file, group, count }];
  });
}
