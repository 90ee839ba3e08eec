import { availableParallelism } from 'node:os';

/** However many cores there are: each running backtest holds its bars in memory. */
const MAX_AT_ONCE = 8;
/** Backtests of one user that run at the same time. */
const MAX_AT_ONCE_PER_USER = 2;

/** Backtests of all users that may run at the same time: one core stays free for the server itself. */
export const backtestsAtOnce = (cores = availableParallelism()): number =>
  Math.min(MAX_AT_ONCE, Math.max(1, cores - 1));

/** A place in the queue. */
export interface Turn {
  /** Resolves with true when the backtest may run, with false when it left the queue before. */
  readonly granted: Promise<boolean>;
  /** Leaves the queue; nothing when the backtest runs already. */
  leave(): void;
  /** Leaves the queue, or gives the place of a running backtest to the next one. */
  release(): void;
}

interface Waiting {
  readonly grant: (isGranted: boolean) => void;
  readonly onPlace: (place: number) => void;
  place: number;
}

interface InBackground {
  readonly lane: string;
  readonly grant: (isGranted: boolean) => void;
}

/** The backtests of all users: a bounded number runs at once, and users take turns, however many each has waiting. */
export class BacktestQueue {
  readonly #maxAtOnce: number;
  readonly #maxPerUser: number;
  /** In the order of their turns: a user whose backtest starts goes to the end. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #running = new Map<string, number>();
  /** Backtests that no user waits for, in the order of their turns. */
  readonly #background: InBackground[] = [];
  readonly #runningLanes = new Set<string>();
  #runningCount = 0;

  constructor(maxAtOnce = backtestsAtOnce(), maxPerUser = MAX_AT_ONCE_PER_USER) {
    this.#maxAtOnce = maxAtOnce;
    this.#maxPerUser = maxPerUser;
  }

  /** Backtests that wait for their turn. */
  get waitingCount(): number {
    let count = 0;
    for (const ofUser of this.#waiting.values()) count += ofUser.length;
    return count;
  }

  /**
   * For a backtest that no user waits for: it starts when no other one waits. Of each lane one runs at a time, and the lanes take turns in the order in which they
   * entered.
   */
  enterBackground(lane = ''): Turn {
    const { promise: granted, resolve: grant } = Promise.withResolvers<boolean>();
    const waiting = { lane, grant };
    this.#background.push(waiting);
    let isReleased = false;
    this.#advance();
    const leave = (): boolean => {
      const at = this.#background.indexOf(waiting);
      if (at < 0) return false;
      this.#background.splice(at, 1);
      isReleased = true;
      grant(false);
      return true;
    };
    return {
      granted,
      leave: () => void leave(),
      release: () => {
        if (isReleased || leave()) return;
        isReleased = true;
        this.#runningLanes.delete(lane);
        this.#runningCount -= 1;
        this.#advance();
      },
    };
  }

  /** `onPlace` gets the place among all waiting backtests, from 1, whenever it changes; 0 when the backtest starts. */
  enter(userId: string, onPlace: (place: number) => void): Turn {
    const { promise: granted, resolve: grant } = Promise.withResolvers<boolean>();
    const waiting: Waiting = { grant, onPlace, place: 0 };
    const ofUser = this.#waiting.get(userId);
    if (ofUser) ofUser.push(waiting);
    else this.#waiting.set(userId, [waiting]);
    let isReleased = false;
    this.#advance();
    return {
      granted,
      leave: () => {
        if (isReleased || !this.#leave(userId, waiting)) return;
        isReleased = true;
        grant(false);
        this.#advance();
      },
      release: () => {
        if (isReleased) return;
        isReleased = true;
        if (this.#leave(userId, waiting)) grant(false);
        else this.#end(userId);
        this.#advance();
      },
    };
  }

  /** False when it is not waiting any more. */
  #leave(userId: string, waiting: Waiting): boolean {
    const ofUser = this.#waiting.get(userId);
    const at = ofUser?.indexOf(waiting) ?? -1;
    if (!ofUser || at < 0) return false;
    ofUser.splice(at, 1);
    if (ofUser.length === 0) this.#waiting.delete(userId);
    return true;
  }

  #end(userId: string): void {
    this.#runningCount -= 1;
    const left = (this.#running.get(userId) ?? 1) - 1;
    if (left > 0) this.#running.set(userId, left);
    else this.#running.delete(userId);
  }

  #advance(): void {
    for (let userId = this.#nextUser(); userId !== undefined; userId = this.#nextUser()) this.#start(userId);
    this.#startBackground();
    this.#reportPlaces();
  }

  #startBackground(): void {
    while (this.#waiting.size === 0 && this.#runningCount < this.#maxAtOnce) {
      const at = this.#background.findIndex(({ lane }) => !this.#runningLanes.has(lane));
      const [first] = at < 0 ? [] : this.#background.splice(at, 1);
      if (!first) return;
      this.#runningLanes.add(first.lane);
      this.#runningCount += 1;
      first.grant(true);
    }
  }

  #nextUser(): string | undefined {
    if (this.#runningCount >= this.#maxAtOnce) return undefined;
    return [...this.#waiting.keys()].find((userId) => (this.#running.get(userId) ?? 0) < this.#maxPerUser);
  }

  #start(userId: string): void {
    const ofUser = this.#waiting.get(userId) ?? [];
    const first = ofUser.shift();
    this.#waiting.delete(userId);
    if (ofUser.length > 0) this.#waiting.set(userId, ofUser);
    if (!first) return;
    this.#runningCount += 1;
    this.#running.set(userId, (this.#running.get(userId) ?? 0) + 1);
    if (first.place !== 0) first.onPlace(0);
    first.grant(true);
  }

  /** Places are those of the turns: the first of each user, then the second of each. */
  #reportPlaces(): void {
    const users = [...this.#waiting.values()];
    let place = 0;
    for (let round = 0; place < users.reduce((sum, ofUser) => sum + ofUser.length, 0); round += 1)
      for (const ofUser of users) {
        const waiting = ofUser[round];
        if (!waiting) continue;
        place += 1;
        if (waiting.place === place) continue;
        waiting.place = place;
        waiting.onPlace(place);
      }
  }
}
