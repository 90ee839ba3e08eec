/** Globals that a strategy must not have: they wait, share memory, identify the machine, read its clock, or reveal when memory is freed. */
const TAKEN_AWAY = [
  'Atomics',
  'SharedArrayBuffer',
  'WebAssembly',
  'WeakRef',
  'FinalizationRegistry',
  'Intl',
  'console',
  'escape',
  'unescape',
  'Temporal',
  'ShadowRealm',
];

/** The clock of the present run: end of its bar, UTC ms. */
export interface RunClock {
  nowMs: number;
}

/**
 * Makes the realm one in which the same code gives the same results, and in which nobody's code can change what ours stands on: called once, before
 * any code of an author's.
 */
export function hardenRealm(clock: RunClock, random: () => number): void {
  const realm: Record<string, unknown> = globalThis;
  for (const name of TAKEN_AWAY) delete realm[name];
  replaceDate(clock);
  Math.random = random;
  Error.stackTraceLimit = 30;
  const seen = new Set<unknown>();
  const names = Object.getOwnPropertyNames(globalThis).filter((name) => name !== 'globalThis');
  for (const name of names) freezeDeep(realm[name], seen);
  for (const hidden of hiddenIntrinsics()) freezeDeep(hidden, seen);
  for (const name of names) Object.defineProperty(globalThis, name, { writable: false, configurable: false });
}

/** Prototypes that no global name leads to. */
function hiddenIntrinsics(): unknown[] {
  const async = async (): Promise<void> => {};
  const iterators = [
    [][Symbol.iterator](),
    new Map()[Symbol.iterator](),
    new Set()[Symbol.iterator](),
    ''[Symbol.iterator](),
    'a'.matchAll(/a/g),
  ];
  return [
    async,
    function* () {
      yield 0;
    },
    async function* () {
      yield 0;
    },
    ...iterators,
  ]
    .map((value): unknown => Object.getPrototypeOf(value))
    .concat(
      Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())),
      Object.getPrototypeOf(Float64Array),
    );
}

/** Freezes an object and all that it leads to. Getters are frozen and not called. */
function freezeDeep(root: unknown, seen: Set<unknown>): void {
  const waiting = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (
      (typeof value !== 'object' && typeof value !== 'function') ||
      value === null ||
      seen.has(value) ||
      value === globalThis
    )
      continue;
    seen.add(value);
    waiting.push(Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      const property = Object.getOwnPropertyDescriptor(value, key);
      if (property !== undefined) waiting.push(property.value, property.get, property.set);
    }
    // A typed array with elements cannot be frozen; there is none among the intrinsics.
    Object.freeze(value);
  }
}

/** A Date that knows no other present than the run's. */
function replaceDate(clock: RunClock): void {
  const HostDate = Date;
  function RunDate(this: unknown, ...given: unknown[]): unknown {
    if (new.target === undefined) return new HostDate(clock.nowMs).toString();
    return Reflect.construct(HostDate, given.length === 0 ? [clock.nowMs] : given, new.target);
  }
  RunDate.prototype = HostDate.prototype;
  Object.assign(RunDate, { now: () => clock.nowMs, parse: HostDate.parse, UTC: HostDate.UTC });
  Object.defineProperty(RunDate, 'length', { value: 7 });
  Object.defineProperty(RunDate, 'name', { value: 'Date' });
  Object.defineProperty(HostDate.prototype, 'constructor', {
    value: RunDate,
    writable: true,
    configurable: true,
  });
  Object.defineProperty(globalThis, 'Date', { value: RunDate, writable: true, configurable: true });
}

/** Numbers from 0 to below 1: mulberry32. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
