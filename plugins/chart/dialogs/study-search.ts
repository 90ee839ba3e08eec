import type { StudyEntry } from './entries.ts';

/** How well one term of a query fits: the start of the name, its initials, within the name, letters of the name in order, within the description. */
function scoreOf(term: string, { name, help }: StudyEntry): number {
  const text = name.toLowerCase();
  const at = text.indexOf(term);
  if (at === 0) return 5;
  if (initialsOf(text).startsWith(term) || initialsOf(help.toLowerCase()).startsWith(term)) return 4;
  if (at > 0) return 3;
  if (help.toLowerCase().includes(term)) return 2;
  return term.length > 1 && hasLettersInOrder(text, term) ? 1 : 0;
}

const initialsOf = (text: string): string =>
  text
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.slice(0, 1))
    .join('');

function hasLettersInOrder(text: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** The studies that fit each term of a query, the best first, favorites before others that fit as well; all of them, favorites first, without one. */
export function searchStudies(
  entries: readonly StudyEntry[],
  query: string,
  favorites: readonly string[],
): readonly StudyEntry[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  return entries
    .map((entry) => {
      const scores = terms.map((term) => scoreOf(term, entry));
      return {
        entry,
        score: scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 1),
        isFavorite: favorites.includes(entry.id),
      };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || Number(b.isFavorite) - Number(a.isFavorite))
    .map(({ entry }) => entry);
}
