import type { Message, SocketName } from '../../../protocol/index.ts';
import {
  FRAME_LIMITS,
  MESSAGE_CLASS,
  MESSAGE_CLASSES,
  REFUSAL_LIMIT,
  type MessageClass,
  type MessageLimits,
  tooManyText,
} from './message-limits.ts';
import { TokenBucket } from '../../http-kit/token-bucket.ts';

type Buckets = Readonly<Record<MessageClass, TokenBucket>>;

/** With more users than this, those who have sent nothing recently are removed. */
const SWEEP_ABOVE_USERS = 256;

function createBuckets(limits: MessageLimits, scope: 'connection' | 'user', nowMs: number): Buckets {
  const entries = MESSAGE_CLASSES.map((kind) => [kind, new TokenBucket(limits[kind][scope], nowMs)] as const);
  // One entry for each class, so the record is complete.
  return Object.fromEntries(entries) as Record<MessageClass, TokenBucket>;
}

/** The buckets of each user, shared by the user's connections. */
export class UserMeters {
  readonly nowMs: () => number;
  readonly limits: MessageLimits;
  readonly #byUser = new Map<string, Buckets>();
  #sweepAbove = SWEEP_ABOVE_USERS;

  constructor(nowMs: () => number, limits: MessageLimits) {
    this.nowMs = nowMs;
    this.limits = limits;
  }

  get size(): number {
    return this.#byUser.size;
  }

  bucketsOf(userId: string): Buckets {
    const known = this.#byUser.get(userId);
    if (known) return known;
    if (this.#byUser.size >= this.#sweepAbove) this.#sweep();
    const made = createBuckets(this.limits, 'user', this.nowMs());
    this.#byUser.set(userId, made);
    return made;
  }

  /** Removes users whose buckets are full: new buckets would be the same. */
  #sweep(): void {
    const nowMs = this.nowMs();
    for (const [userId, buckets] of this.#byUser)
      if (MESSAGE_CLASSES.every((kind) => buckets[kind].isFull(nowMs))) this.#byUser.delete(userId);
    this.#sweepAbove = Math.max(SWEEP_ABOVE_USERS, this.#byUser.size * 2);
  }
}

/** What happens to a message. 'refused': answered with a refusal and not served. 'close': the connection keeps sending beyond all refusals. */
export type Verdict = 'served' | 'refused' | 'close';

/** Counts what one connection sends against its own buckets and those of its user. */
export class MessageMeter {
  readonly #meters: UserMeters;
  readonly #connection: Buckets;
  readonly #frames: TokenBucket;
  readonly #bytes: TokenBucket;
  readonly #refusals: TokenBucket;
  #user: Buckets | undefined;
  /** The rate that the newest refused message exceeded. */
  #exceeded: 'connection' | 'user' = 'connection';

  constructor(meters: UserMeters) {
    this.#meters = meters;
    const nowMs = meters.nowMs();
    this.#connection = createBuckets(meters.limits, 'connection', nowMs);
    this.#frames = new TokenBucket(FRAME_LIMITS.frames, nowMs);
    this.#bytes = new TokenBucket(FRAME_LIMITS.bytes, nowMs);
    this.#refusals = new TokenBucket(REFUSAL_LIMIT, nowMs);
  }

  /** The connection belongs to this user from now on. False when the user has opened too many connections recently. */
  belongTo(userId: string): boolean {
    const buckets = this.#meters.bucketsOf(userId);
    if (buckets === this.#user) return true;
    this.#user = buckets;
    return buckets.session.take(1, this.#meters.nowMs());
  }

  /** False when the connection sends more frames or bytes than any client needs: it is to be closed. */
  takeFrame(characters: number): boolean {
    const nowMs = this.#meters.nowMs();
    return this.#frames.take(1, nowMs) && this.#bytes.take(characters, nowMs);
  }

  /** The text that answers the message refused last. */
  refusalOf(name: Message<SocketName, 'toServer'>['name']): string {
    return tooManyText(this.#meters.limits[MESSAGE_CLASS[name]][this.#exceeded], this.#exceeded);
  }

  /** Counts a message and decides whether it is served. */
  takeMessage(name: Message<SocketName, 'toServer'>['name']): Verdict {
    const nowMs = this.#meters.nowMs();
    const kind = MESSAGE_CLASS[name];
    const isWithinConnection = this.#connection[kind].take(1, nowMs);
    if (isWithinConnection && (this.#user?.[kind].take(1, nowMs) ?? true)) return 'served';
    this.#exceeded = isWithinConnection ? 'user' : 'connection';
    return this.#refusals.take(1, nowMs) ? 'refused' : 'close';
  }
}
