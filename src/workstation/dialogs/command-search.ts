import type { Command } from '../../plugin-api/types.ts';

/** A command that matches what was typed. */
export interface FoundCommand {
  readonly command: Command;
  /** Indexes of the letters of the title that matched, ascending. */
  readonly matched: readonly number[];
  readonly isRecent: boolean;
}

/** Points of one matched letter: at the start of a word, right behind the one before, anywhere else. */
const WORD_START = 10;
const ADJACENT = 8;
const ELSEWHERE = 1;
/** Per letter, when all letters stand together. */
const WHOLE = 3;
/** Per letter skipped between two matched ones. */
const GAP = 0.2;
/** Per letter that only the id of the command has. */
const IN_ID = 0.5;
/** What scores less than this share of the best is noise. */
const RELEVANT_SHARE = 0.5;
/** A command used before wins over another that matches about as well: the last one by most. */
const RECENT = 5;

/** The whole query stands in the title as it was typed: more than a command used before gets. */
const PHRASE = 10;

interface Match {
  readonly score: number;
  readonly at: readonly number[];
}

const isWordStart = (text: string, at: number): boolean =>
  at === 0 || (/[a-z\d]/.test(text[at] ?? '') && !/[a-z\d]/.test(text[at - 1] ?? ''));

/**
 * The best place of a word's letters in a text, in their order; null when they are not all there. A word that does not
 * stand there as a whole must begin at the start of a word, or nearly every title would match.
 */
function matchWord(word: string, text: string): Match | null {
  let best: Match | null = null;
  const from = text.indexOf(word);
  for (let at = from; at >= 0; at = text.indexOf(word, at + 1)) {
    const first = isWordStart(text, at) ? WORD_START : ELSEWHERE;
    const score = first + ADJACENT * (word.length - 1) + WHOLE * word.length;
    if (best === null || score > best.score)
      best = { score, at: Array.from(word, (_letter, index) => at + index) };
  }
  const scattered = matchScattered(word, text);
  return scattered !== null && (best === null || scattered.score > best.score) ? scattered : best;
}

/** The best alignment of the letters, the first of them at the start of a word. */
function matchScattered(word: string, text: string): Match | null {
  // ends[i]: the best match of the letters so far whose last one stands at i.
  let ends: (Match | undefined)[] = Array.from(text, (letter, at) =>
    letter === word[0] && isWordStart(text, at) ? { score: WORD_START, at: [at] } : undefined,
  );
  for (const letter of word.slice(1)) {
    ends = Array.from(text, (candidate, at) =>
      candidate === letter ? bestBefore(ends, at, isWordStart(text, at)) : undefined,
    );
  }
  return ends.reduce<Match | null>(
    (best, end) => (end !== undefined && (best === null || end.score > best.score) ? end : best),
    null,
  );
}

function bestBefore(ends: readonly (Match | undefined)[], at: number, isStart: boolean): Match | undefined {
  let best: Match | undefined;
  for (let before = 0; before < at; before++) {
    const match = ends[before];
    if (match === undefined) continue;
    const skipped = at - before - 1;
    const points = isStart ? WORD_START : skipped === 0 ? ADJACENT : ELSEWHERE;
    const score = match.score + points - GAP * skipped;
    if (best === undefined || score > best.score) best = { score, at: [...match.at, at] };
  }
  return best;
}

/** The terms of the query may come in any order; each is searched in the title, then in the id. Terms that stand in the title in their order count more, the whole title most. */
function matchCommand(terms: readonly string[], { title, id }: Command): Match | null {
  const text = title.toLowerCase();
  const phrase = terms.join(' ');
  let score = 0;
  if (terms.length > 1 && text.includes(phrase)) score += PHRASE;
  if (text === phrase) score += PHRASE;
  const at = new Set<number>();
  for (const term of terms) {
    const match = matchWord(term, text);
    if (match !== null) {
      score += match.score;
      for (const index of match.at) at.add(index);
    } else if (id.toLowerCase().includes(term)) score += IN_ID * term.length;
    else return null;
  }
  return { score, at: [...at].sort((first, second) => first - second) };
}

/**
 * The commands that match the query, the best first: by words, by initials ("fap" finds "Flatten all positions") and by
 * letters in their order. Without a query all of them, those used last at the top. `recent`: ids, the newest first.
 */
export function searchCommands(
  commands: readonly Command[],
  query: string,
  recent: readonly string[],
): readonly FoundCommand[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.flatMap((command, order) => {
    const match = matchCommand(terms, command);
    if (match === null) return [];
    const rank = recent.indexOf(command.id);
    const bonus = rank < 0 ? 0 : RECENT * (1 - rank / recent.length);
    return [
      { found: { command, matched: match.at, isRecent: rank >= 0 }, score: match.score + bonus, order },
    ];
  });
  const best = Math.max(0, ...found.map(({ score }) => score));
  return found
    .filter(({ score }) => score >= best * RELEVANT_SHARE || terms.length === 0)
    .sort((first, second) => second.score - first.score || first.order - second.order)
    .map((each) => each.found);
}
