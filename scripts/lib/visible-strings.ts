import { COMPARED, textsOf, type SourceText } from './source-text.ts';

/** Attributes, properties and calls whose texts reach the screen even if they are one lower-case word. */
const SHOWN = new Set([
  ...['label', 'title', 'summary', 'description', 'placeholder', 'hint', 'caption', 'heading', 'message'],
  ...['alt', 'text', 'body', 'note', 'tooltip', 'error', 'reason', 'unit', 'suffix', 'prefix'],
  ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext'],
]);
/** Attributes, properties and calls whose texts never do. */
const HIDDEN = new Set([
  ...['className', 'id', 'key', 'type', 'role', 'name', 'kind', 'tone', 'd', 'viewBox', 'fill', 'stroke'],
  ...[
    COMPARED,
    'style',
    'href',
    'src',
    'rel',
    'htmlFor',
    'querySelector',
    'querySelectorAll',
    'sql',
    'assert',
  ],
]);

const isProse = (text: string): boolean =>
  /^[A-Z…“‘"'(]?[^\s]*\p{L}{2,}[^\s]*\s+\S/u.test(text) || /^[A-Z][a-z]+[.:!?…]?$/.test(text);
/** Style values, media queries, paths, SQL and other formats with spaces. */
const isFormat = (text: string): boolean =>
  /^(select|insert|update|delete|create|alter|pragma)\b/.test(text) ||
  (/^[\w#.[\]-]+\s*[{:>=]|[;{}<>]|^\//.test(text) && !/[a-z] [a-z]+ [a-z]/.test(text));

/**
 * Strings of a source file that a user may see: texts and labelled attributes of JSX, and other strings that read as prose. The choice
 * is made by form, so a list may hold a log line or miss a bare word.
 */
export function visibleStrings(file: string, source: string): SourceText[] {
  return textsOf(file, source).filter(({ kind, text, holder }) => {
    if (kind !== 'string' || !/\p{L}/u.test(text) || HIDDEN.has(holder) || holder.startsWith('data-'))
      return false;
    if (holder.startsWith('<') || SHOWN.has(holder) || /(_TEXTS?|_MESSAGES?|_LABELS?|_TITLES?)$/.test(holder))
      return true;
    return isProse(text) && !isFormat(text);
  });
}
