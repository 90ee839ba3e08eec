import { createHash } from 'node:crypto';
import { open, readFile, rm, stat, type FileHandle } from 'node:fs/promises';
import * as v from 'valibot';
import { formatInteger } from '../../domain/format/format-number.ts';
import { keyOf, type Point } from '../../domain/strategy/search/space.ts';
import {
  setResultSchema,
  type KeptResults,
  type SetResult,
} from '../algostream/optimizations/engine/set-result.ts';
import { usageError } from '../backtest-cli/usage.ts';
import type { OptimizeArguments } from './optimize-arguments.ts';

/** Goes up when a line changes its meaning. */
const JOURNAL_VERSION = 1;

const lineSchema = v.object({
  window: v.pipe(v.number(), v.integer(), v.minValue(0)),
  point: v.array(v.pipe(v.number(), v.integer(), v.minValue(0))),
  result: setResultSchema,
});
const termsSchema = v.record(v.string(), v.string());
const headSchema = v.object({
  format: v.literal('tapedeck-optimization-journal'),
  version: v.literal(JOURNAL_VERSION),
  terms: termsSchema,
});

/** Everything that the results depend on, by the name that a message shows. */
type SearchTerms = v.InferOutput<typeof termsSchema>;

/** The terms of a search. `parameters`: the text that all sets have. */
export function searchTerms(
  given: OptimizeArguments,
  program: { readonly code: string; readonly parameters: string },
): SearchTerms {
  const { dataFolder, walkForward } = given;
  return {
    code: createHash('sha256').update(program.code).digest('hex'),
    parameters: program.parameters,
    '--param': given.searched.map(({ argument }) => argument).join(' '),
    '--from': given.fromDate,
    '--to': given.toDate,
    '--data': dataFolder ?? 'simulated',
    '--seed': String(given.seed),
    '--incomplete': String(given.acceptsIncomplete),
    'the costs': given.costs === null ? '' : JSON.stringify(given.costs),
    '--search': given.search,
    '--runs': given.search === 'grid' ? '' : String(given.runCount),
    '--objective': given.objective,
    '--min-trades': String(given.minTrades),
    '--walk-forward':
      walkForward === undefined ? '' : `${walkForward.inSampleDays}:${walkForward.outOfSampleDays}`,
    '--anchored': String(walkForward?.isAnchored ?? false),
    '--capital': String(given.capitalE4 ?? ''),
    '--search-seed': String(given.searchSeed),
  };
}

const journalPath = (jsonFile: string): string => `${jsonFile}.journal`;

/**
 * The results so far, beside the file of the whole result: one line of JSON for the terms, and one for each set as it ends. A search that was
 * interrupted reads it and continues, because the same terms choose the same sets.
 */
export class Journal implements KeptResults {
  readonly #path: string;
  readonly #known: ReadonlyMap<string, SetResult>;
  readonly #file: FileHandle;
  #writing: Promise<void> = Promise.resolve();

  private constructor(path: string, file: FileHandle, known: ReadonlyMap<string, SetResult>) {
    this.#path = path;
    this.#file = file;
    this.#known = known;
  }

  /** Starts a journal. Throws a CommandError when there is one of an earlier search. */
  static async begin(jsonFile: string, terms: SearchTerms): Promise<Journal> {
    const path = journalPath(jsonFile);
    if ((await stat(path).catch(() => undefined)) !== undefined)
      throw usageError(
        `${path} has the results of a search that did not end: continue it with --resume ${jsonFile}, or remove the file.`,
      );
    const file = await opened(path, 'wx');
    const head = { format: 'tapedeck-optimization-journal', version: JOURNAL_VERSION, terms };
    await file.write(`${JSON.stringify(head)}\n`);
    return new Journal(path, file, new Map());
  }

  /** Continues a journal. Throws a CommandError when there is none, or that of a search with other terms. */
  static async resume(jsonFile: string, terms: SearchTerms): Promise<Journal> {
    const path = journalPath(jsonFile);
    const text = await readFile(path, 'utf8').catch(() => {
      throw usageError(`--resume ${jsonFile}: there is no ${path}, so no search to continue.`);
    });
    const [head = '', ...lines] = text.split('\n');
    checkTerms(path, head, terms);
    // The last line is empty, or a crash has cut it off.
    const whole = lines.slice(0, -1).map((line) => parsedLine(path, line));
    const file = await opened(path, 'r+');
    const bytes = Buffer.byteLength([head, ...lines.slice(0, -1), ''].join('\n'));
    await file.truncate(bytes);
    await file.close();
    return new Journal(
      path,
      await opened(path, 'a'),
      new Map(whole.map(({ window, point, result }) => [lineKey(window, point), result])),
    );
  }

  /** Results of earlier parts of the search. */
  get knownCount(): number {
    return this.#known.size;
  }

  known(window: number, point: Point): SetResult | undefined {
    return this.#known.get(lineKey(window, point));
  }

  add(window: number, point: Point, result: SetResult): Promise<void> {
    const line = `${JSON.stringify({ window, point, result })}\n`;
    this.#writing = this.#writing.then(() => this.#file.write(line)).then(() => {});
    return this.#writing;
  }

  /** Closes the file; the search may be continued. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#file.close();
  }

  /** Removes the file: the whole result has been written. */
  async remove(): Promise<void> {
    await this.close();
    await rm(this.#path);
  }
}

const lineKey = (window: number, point: Point): string => `${window}:${keyOf(point)}`;

const opened = (path: string, flags: string): Promise<FileHandle> =>
  open(path, flags).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw usageError(`${path} cannot be written (${code}).`);
  });

function parsed<const Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  text: string,
): v.InferOutput<Schema> {
  const damaged = (): Error =>
    usageError(`${path} is no journal of this version: remove it and start again.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged();
  }
  const read = v.safeParse(schema, value);
  if (!read.success) throw damaged();
  return read.output;
}

const parsedLine = (path: string, text: string) => parsed(path, lineSchema, text);

function checkTerms(path: string, head: string, terms: SearchTerms): void {
  const { terms: before } = parsed(path, headSchema, head);
  const different = Object.keys(terms).find((name) => before[name] !== terms[name]);
  if (different === undefined) return;
  const change =
    different === 'code' || different === 'parameters'
      ? `the ${different} of the strategy differ from those of that search`
      : `${different} was ${before[different] === '' ? 'missing' : before[different]}`;
  throw usageError(`${path} cannot be continued: ${change}.`);
}

/** How a search that was interrupted is continued. */
export const continueText = (jsonFile: string, doneCount: number, runCount: number): string =>
  `Stopped after ${formatInteger(doneCount)} of ${formatInteger(runCount)} runs. --resume ${jsonFile} continues.`;
