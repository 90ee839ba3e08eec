import { StrategyError } from './fault.ts';
import { callHandler, type Handler } from './handler.ts';
import { shown } from './plan.ts';
import { checkCount } from './study-calls.ts';

/** Characters of the JSON text of a saved state at most. */
export const MAX_STATE_CHARACTERS = 65_536;
const MAX_DEPTH = 32;

const KINDS = 'numbers, texts, true, false, null, arrays and plain objects';

/** The JSON text of a value that an author saves. Throws a StrategyError for what would not be the same when it is loaded. */
function stateTextOf(value: unknown): string {
  check(value, '', 0);
  const text = JSON.stringify(value);
  if (text.length > MAX_STATE_CHARACTERS)
    throw new StrategyError(
      `saveState takes at most ${MAX_STATE_CHARACTERS.toLocaleString('en-US')} characters of JSON: this value has ${text.length.toLocaleString('en-US')}`,
    );
  return text;
}

function check(value: unknown, path: string, depth: number): void {
  if (depth > MAX_DEPTH) throw new StrategyError(`saveState takes values up to ${MAX_DEPTH} levels deep`);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number' && Number.isFinite(value)) return;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) check(value[at], `${path}[${at}]`, depth + 1);
    return;
  }
  if (isPlain(value)) {
    if ('toJSON' in value) throw new StrategyError(`saveState takes ${KINDS}: an object has toJSON`);
    for (const [name, part] of Object.entries(value)) check(part, `${path}.${name}`, depth + 1);
    return;
  }
  const where = path === '' ? '' : ` at ${path.slice(0, 60)}`;
  throw new StrategyError(`saveState takes ${KINDS}: ${shown(value)}${where}`);
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The calls with which a strategy keeps its variables over a restart of a live run. */
export class StateCalls {
  readonly #mayLoad: () => boolean;
  readonly #maySave: () => boolean;
  #handler: Handler | null = null;
  #saved: string | null = null;

  /** `mayLoad`: whether declarations are read; `maySave`: whether a run calls the code. */
  constructor(mayLoad: () => boolean, maySave: () => boolean) {
    this.#mayLoad = mayLoad;
    this.#maySave = maySave;
  }

  /** Global names of the code. */
  globals(): Readonly<Record<string, unknown>> {
    return {
      saveState: (...given: unknown[]): void => {
        checkCount('saveState', given, 1);
        if (!this.#maySave()) throw new StrategyError('a state can only be saved in a handler');
        this.#saved = stateTextOf(given[0]);
      },
      loadState: (...given: unknown[]): void => {
        if (!this.#mayLoad())
          throw new StrategyError('loadState() must be called at the top of the file, not in a handler');
        checkCount('loadState', given, 1);
        const [handler] = given;
        if (typeof handler !== 'function')
          throw new StrategyError(`loadState takes a function: ${shown(handler)}`);
        if (this.#handler !== null)
          throw new StrategyError('loadState is already set: a strategy has one handler of each kind');
        // Its result is checked after the call.
        this.#handler = handler as Handler;
      },
    };
  }

  /** The JSON text of what was saved last since the former call; null = nothing. */
  take(): string | null {
    const saved = this.#saved;
    this.#saved = null;
    return saved;
  }

  /**
   * Passes the state of an earlier part of the run to the code, if it loads one. Throws what the code throws, and a StrategyError for a state that other code or other
   * parameters have saved.
   */
  load(text: string, isOfOther: boolean): void {
    if (this.#handler === null) return;
    if (isOfOther) throw new StrategyError('other code, or code with other parameters, has saved it');
    callHandler(this.#handler, JSON.parse(text));
  }
}
