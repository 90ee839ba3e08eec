import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Program } from '../runtime/types.ts';
import type { InstanceKey, StrategyStore } from '../../storage/strategy-store.ts';

/** The time of the last bar is stored this often at most, ms. */
const SEEN_EVERY_MS = 1_000;

const storedState = v.object({
  /** Identifies the code and the parameters that saved the value. */
  Key: v.string(),
  /** JSON text of the code; null = it saved nothing. */
  Value: v.nullable(v.string()),
  /** Start of the last bar that the run was called with, exchange ms; 0 = none. */
  SeenMs: v.number(),
});
type StoredState = v.InferOutput<typeof storedState>;

const keyOf = ({ code, parameters }: Program): string =>
  createHash('sha256')
    .update(JSON.stringify([code, parameters]))
    .digest('base64url');

type Store = Pick<StrategyStore, 'runState' | 'setRunState'>;

/** What a live run keeps over a restart: the state that its code saves, and the last bar that it was called with. */
export class RunState {
  readonly #store: Store;
  readonly #key: InstanceKey;
  readonly #programKey: string;
  readonly #earlier: StoredState | undefined;
  #state: StoredState;
  #seenStoredMs = -Infinity;
  #written = Promise.resolve();

  private constructor(store: Store, key: InstanceKey, program: Program, earlier: StoredState | undefined) {
    this.#store = store;
    this.#key = key;
    this.#programKey = keyOf(program);
    this.#earlier = earlier;
    this.#state = earlier ?? { Key: this.#programKey, Value: null, SeenMs: 0 };
  }

  /** Of a run that continues with what an earlier part of it has stored. */
  static async open(store: Store, key: InstanceKey, program: Program): Promise<RunState> {
    const text = await store.runState(key);
    return new RunState(
      store,
      key,
      program,
      text === null ? undefined : v.parse(storedState, JSON.parse(text)),
    );
  }

  /** What the code of an earlier part saved last, and whether that was other code, or had other parameters; undefined = nothing. */
  get saved(): { readonly text: string; readonly isOfOther: boolean } | undefined {
    const { Key = '', Value = null } = this.#earlier ?? {};
    return Value === null ? undefined : { text: Value, isOfOther: Key !== this.#programKey };
  }

  /** Start of the last bar of the earlier part; 0 = none is known. */
  get seenMs(): number {
    return this.#earlier?.SeenMs ?? 0;
  }

  /** Stores what the code saves; resolves once it is durable. Calls are stored in their order. */
  save(text: string): Promise<void> {
    this.#state = { ...this.#state, Key: this.#programKey, Value: text };
    return this.#write();
  }

  /** The run was called with a bar that starts then. */
  seen(barMs: number, nowMs: number): Promise<void> {
    this.#state = { ...this.#state, SeenMs: barMs };
    if (nowMs - this.#seenStoredMs < SEEN_EVERY_MS) return this.#written;
    this.#seenStoredMs = nowMs;
    return this.#write();
  }

  #write(): Promise<void> {
    const text = JSON.stringify(this.#state);
    const write = (): Promise<void> => this.#store.setRunState(this.#key, text);
    // A write that failed is reported to its caller; the next one is made all the same.
    this.#written = this.#written.then(write, write);
    return this.#written;
  }
}
