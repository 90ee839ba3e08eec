/** Steps of schedules that are carried out at the same time, of all users. */
const MAX_AT_ONCE = 8;
/** A piece that lasts longer, such as a stop whose cancels are not reported, leaves its place to others, ms. */
const MAX_SLOT_MS = 2_000;

/** A user's work that is due. */
type Work = () => Promise<void>;

/**
 * Carries out the work of many users, a few pieces at a time: users take turns, and the pieces of one user run one after another. Many schedules
 * start in the same minute, and orders and prices are served in between.
 */
export class StepTurns {
  /** First user first: a user whose piece begins goes to the end. */
  readonly #waiting = new Map<string, Work[]>();
  readonly #busyUsers = new Set<string>();
  #slotsTaken = 0;

  /** The work handles its own failures. */
  add(userId: string, work: Work): void {
    const ofUser = this.#waiting.get(userId);
    if (ofUser) ofUser.push(work);
    else this.#waiting.set(userId, [work]);
    this.#begin();
  }

  #begin(): void {
    for (const [userId, [work, ...later]] of this.#waiting) {
      if (this.#slotsTaken >= MAX_AT_ONCE) return;
      if (this.#busyUsers.has(userId)) continue;
      this.#waiting.delete(userId);
      if (later.length > 0) this.#waiting.set(userId, later);
      if (work) void this.#carryOut(userId, work);
    }
  }

  async #carryOut(userId: string, work: Work): Promise<void> {
    this.#busyUsers.add(userId);
    this.#slotsTaken += 1;
    let holdsSlot = true;
    const leaveSlot = (): void => {
      if (!holdsSlot) return;
      holdsSlot = false;
      this.#slotsTaken -= 1;
      this.#begin();
    };
    const timer = setTimeout(leaveSlot, MAX_SLOT_MS);
    try {
      await work();
    } finally {
      clearTimeout(timer);
      // The next piece begins in a turn of the event loop of its own.
      setImmediate(() => {
        this.#busyUsers.delete(userId);
        if (holdsSlot) leaveSlot();
        else this.#begin();
      });
    }
  }
}
