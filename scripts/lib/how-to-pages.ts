/** Reads the pages of docs/how-to: the files that they add, and the changes that they make to files. */

export interface PageBlock {
  readonly page: string;
  /** Path in the project. */
  readonly path: string;
  readonly kind: 'new file' | 'change';
  readonly text: string;
}

/** Blocks of a page whose first line names a path, in their order. */
export function blocksOf(page: string, markdown: string): PageBlock[] {
  return [...markdown.matchAll(/^```(ts|tsx|css|json|diff) (\S+)\n([\s\S]*?)^```$/gm)].map(
    ([, language, path = '', text = '']) => ({
      page,
      path,
      kind: language === 'diff' ? 'change' : 'new file',
      text,
    }),
  );
}

/**
 * Applies a change to the text of a file. Lines with a space or a minus must follow one another in the file, after the hunk before;
 * `@@` begins a hunk. Throws when they do not.
 */
export function applyChange(text: string, { page, path, text: change }: PageBlock): string {
  const lines = text.split('\n');
  let from = 0;
  for (const hunk of change.trimEnd().split(/^@@$/m)) {
    const marked = hunk.split('\n').filter((line) => line !== '');
    const before = marked.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
    const after = marked.filter((line) => !line.startsWith('-')).map((line) => line.slice(1));
    const at = lines.findIndex(
      (_, index) => index >= from && before.every((line, offset) => lines[index + offset]?.startsWith(line)),
    );
    if (before.length === 0 || at === -1)
      throw new Error(`${page}: ${path} has no lines\n${before.join('\n')}`);
    // A line of the page may be the beginning of a line of the file: the rest of the file's line stays.
    const kept = lines.slice(at, at + before.length);
    let read = 0;
    const written = marked.flatMap((line) => {
      if (line.startsWith('+')) return [line.slice(1)];
      const original = kept[read++] ?? '';
      return line.startsWith('-') ? [] : [original];
    });
    lines.splice(at, before.length, ...written);
    from = at + after.length;
  }
  return lines.join('\n');
}
