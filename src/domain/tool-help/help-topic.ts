/** Bounds of the help pages of a tool. */
export const HELP_BOUNDS = {
  topics: 5,
  titleChars: 60,
  summaryChars: 200,
  /** Blocks of a page. */
  blocks: 60,
  /** Characters of a text, an item or a cell. */
  textChars: 1_000,
  /** Items of a list, rows of a table. */
  items: 40,
  columns: 6,
} as const;

/** A part of a help page. Texts are never HTML; they may hold `**strong**`, `` `code` ``, `{Ctrl+K}` for keys and `[text](topic)` for links to pages of the help. */
export type HelpBlock =
  | { readonly kind: 'text' | 'heading' | 'note'; readonly text: string }
  | { readonly kind: 'list' | 'steps'; readonly items: readonly string[] }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

/** A help page of a tool. */
export interface HelpTopic {
  /** Unique among all pages of the help. */
  readonly id: string;
  readonly title: string;
  /** A sentence for the contents and the search. */
  readonly summary: string;
  /** What it means to a trader. */
  readonly concept: readonly HelpBlock[];
  /** How it is done. */
  readonly here: readonly HelpBlock[];
}

const ID_PATTERN = /^[a-z][a-z0-9]*(-{1,2}[a-z0-9]+)*$/;

/** What is wrong with the help pages of a tool, as sentences; empty for sound ones. */
export function helpProblems(topics: readonly HelpTopic[]): string[] {
  const ids = topics.map(({ id }) => id);
  return [
    ...(topics.length > HELP_BOUNDS.topics
      ? [`There are ${topics.length} help pages; a tool has at most ${HELP_BOUNDS.topics}.`]
      : []),
    ...(new Set(ids).size === ids.length ? [] : ['Two help pages have one id.']),
    ...topics.flatMap((topic) =>
      topicProblems(topic).map((problem) => `The help page "${topic.id}" ${problem}`),
    ),
  ];
}

function topicProblems({ id, title, summary, concept, here }: HelpTopic): string[] {
  const { titleChars, summaryChars, blocks, textChars } = HELP_BOUNDS;
  const all = [...concept, ...here];
  return [
    ...(ID_PATTERN.test(id) ? [] : ['needs an id of lower-case words joined by hyphens.']),
    ...(isLine(title, titleChars) && isLine(summary, summaryChars)
      ? []
      : [`needs a title of at most ${titleChars} and a summary of at most ${summaryChars} characters.`]),
    ...(concept.length > 0 && all.length <= blocks
      ? []
      : [`needs a concept, and has at most ${blocks} blocks.`]),
    ...(all.every(isSound)
      ? []
      : [`has a block that is empty or too large: a text has at most ${textChars} characters.`]),
  ];
}

const isLine = (text: string, maxLength: number): boolean => text.trim() !== '' && text.length <= maxLength;

function isSound(block: HelpBlock): boolean {
  const { items, columns, textChars } = HELP_BOUNDS;
  const areShort = (texts: readonly string[]): boolean => texts.every((text) => text.length <= textChars);
  if (block.kind === 'table')
    return (
      block.head.length >= 1 &&
      block.head.length <= columns &&
      block.rows.length <= items &&
      block.rows.every((row) => row.length === block.head.length) &&
      areShort([...block.head, ...block.rows.flat()])
    );
  return 'text' in block
    ? isLine(block.text, textChars)
    : block.items.length >= 1 && block.items.length <= items && areShort(block.items);
}
