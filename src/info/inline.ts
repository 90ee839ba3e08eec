/** A piece of a sentence as it is shown. */
export type Inline =
  | { readonly kind: 'text' | 'strong' | 'code' | 'key'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly topic: string };

const MARK =
  /\*\*(?<strong>[^*]+)\*\*|`(?<code>[^`]+)`|\{(?<key>[^{}]+)\}|\[(?<link>[^[\]]+)\]\((?<topic>[a-z0-9-]+)\)/g;

/** Reads the marks of a text: `**strong**`, `` `code` ``, `{keys}`, `[link](topic)`. Everything else stands as it is. */
export function parseInline(source: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of source.matchAll(MARK)) {
    if (match.index > end) parts.push({ kind: 'text', text: source.slice(end, match.index) });
    end = match.index + match[0].length;
    const { strong, code, key, link, topic } = match.groups ?? {};
    if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (key !== undefined) parts.push({ kind: 'key', text: key });
    else if (link !== undefined && topic !== undefined) parts.push({ kind: 'link', text: link, topic });
  }
  if (end < source.length) parts.push({ kind: 'text', text: source.slice(end) });
  return parts;
}

/** The words without their marks. */
export function plainText(source: string): string {
  return parseInline(source)
    .map(({ text }) => text)
    .join('');
}
