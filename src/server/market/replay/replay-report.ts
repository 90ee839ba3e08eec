import type { RowProblem } from './csv-file.ts';
import type { RecordingFile } from './folder-index.ts';

/** `problem`: something that was skipped, left out or changed; `summary`: what was read of a kind of file, after all were read. */
export type ReplayNoteKind = 'problem' | 'summary';

/** Says what was read of a recording and what was wrong with it. Every file is counted once, however often it is read. */
export interface ReplayReport {
  readonly lines: readonly string[];
  note(text: string, kind?: ReplayNoteKind): void;
  hasFile(file: RecordingFile): boolean;
  file(file: RecordingFile, rowsRead: number, problems: readonly RowProblem[]): void;
  summary(): void;
}

/** A file with more broken rows than this is not a recording; the rest of its rows are only counted. */
const PROBLEMS_SHOWN_PER_FILE = 200;

interface Count {
  files: number;
  read: number;
  skipped: number;
}

/** A report that hands each of its lines to `log` when it is added. */
export function createReplayReport(log: (line: string, kind: ReplayNoteKind) => void): ReplayReport {
  const lines: string[] = [];
  const seen = new Set<string>();
  const counts = new Map<string, Count>();

  const note = (text: string, kind: ReplayNoteKind = 'problem'): void => {
    lines.push(`replay: ${text}`);
    log(`replay: ${text}`, kind);
  };

  return {
    lines,
    note,
    hasFile: (file) => seen.has(file.name),
    file(file, rowsRead, problems) {
      if (seen.has(file.name)) return;
      seen.add(file.name);
      const count = counts.get(file.kind) ?? { files: 0, read: 0, skipped: 0 };
      counts.set(file.kind, count);
      count.files += 1;
      count.read += rowsRead;
      count.skipped += problems.length;
      for (const { line, reason } of problems.slice(0, PROBLEMS_SHOWN_PER_FILE))
        note(`${file.name} line ${line}: ${reason}; skipped`);
      const more = problems.length - PROBLEMS_SHOWN_PER_FILE;
      if (more > 0) note(`${file.name}: ${more} more rows skipped`);
    },
    summary() {
      for (const [kind, { files, read, skipped }] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
        note(
          `${kind}: ${read} rows read, ${skipped} skipped, in ${files} ${files === 1 ? 'file' : 'files'}`,
          'summary',
        );
      }
    },
  };
}
