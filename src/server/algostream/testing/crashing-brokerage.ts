import type { Brokerage } from '../../brokerage/brokerage.ts';

/** Methods that give the brokerage an order. */
const SENDING: ReadonlySet<string | symbol> = new Set(['submit', 'placeGroup']);

/** A brokerage that outlives the services that use it, though each crash ends what its service sends: the product's journal and its strategies are one process. */
export class CrashingBrokerage {
  readonly #brokerage: Brokerage;
  readonly #underWay = new Set<Promise<unknown>>();
  #life = 0;

  constructor(brokerage: Brokerage) {
    this.#brokerage = brokerage;
  }

  /** The brokerage for one service, until the next crash. */
  ofService(): Brokerage {
    const life = this.#life;
    return new Proxy(this.#brokerage, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        if (!SENDING.has(name)) return value.bind(target) as unknown;
        return (...given: unknown[]) => {
          // The process is gone: nothing is sent, and nothing answers.
          if (life !== this.#life) return new Promise(() => {});
          // Both methods return a promise.
          const sending = value.apply(target, given) as Promise<unknown>;
          this.#underWay.add(sending);
          void sending.finally(() => this.#underWay.delete(sending)).catch(() => {});
          return sending;
        };
      },
    });
  }

  /** The service crashes. What it has sent is in the journal when this resolves; nothing comes after it. */
  async crash(): Promise<void> {
    this.#life += 1;
    await Promise.allSettled(this.#underWay);
  }
}
