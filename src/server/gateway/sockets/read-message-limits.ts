import type { VariableReader } from '../../variable-reader.ts';
import {
  FRAME_LIMITS,
  MESSAGE_CLASSES,
  MESSAGE_LIMITS,
  type ClassLimits,
  type MessageClass,
  type MessageLimits,
} from './message-limits.ts';
import type { Rate } from '../../http-kit/token-bucket.ts';

const PREFIX = 'TAPEDECK_RATE_';
/** Signing in takes several messages of one class at once. */
const MIN_BURST = 10;
/** Beyond what a user can send over all connections. */
const MAX_USER_RATE = 1_000_000;
const EXPECTATION =
  'four whole numbers with commas between them: messages a second and at once of a connection, ' +
  `then of a user, such as 500,5000,1000,10000 (a connection at most ${FRAME_LIMITS.frames.perSecond} a second and ` +
  `${FRAME_LIMITS.frames.burst} at once, a user no less than a connection, at least 1 a second and ${MIN_BURST} at once)`;

/** The message rates that the environment sets, one variable for each class; the others have their defaults. */
export function readMessageLimits(variables: VariableReader): MessageLimits {
  const classOf = new Map(MESSAGE_CLASSES.map((kind) => [`${PREFIX}${kind.toUpperCase()}`, kind]));
  for (const name of variables.names())
    if (name.startsWith(PREFIX) && !classOf.has(name))
      variables.problems.push(`${name} is no message rate; the rates are ${[...classOf.keys()].join(', ')}.`);
  const limits: Record<MessageClass, ClassLimits> = { ...MESSAGE_LIMITS };
  for (const [name, kind] of classOf)
    limits[kind] = variables.read(name, MESSAGE_LIMITS[kind], EXPECTATION, parseLimits);
  return limits;
}

function parseLimits(text: string): ClassLimits | undefined {
  if (!/^\d{1,9}( *, *\d{1,9}){3}$/.test(text)) return undefined;
  const [perSecond = 0, burst = 0, userPerSecond = 0, userBurst = 0] = text.split(',').map(Number);
  const connection = { perSecond, burst };
  const user = { perSecond: userPerSecond, burst: userBurst };
  const isValid =
    isWithin(connection, { perSecond: 1, burst: MIN_BURST }, FRAME_LIMITS.frames) &&
    isWithin(user, connection, { perSecond: MAX_USER_RATE, burst: MAX_USER_RATE });
  return isValid ? { connection, user } : undefined;
}

const isWithin = (rate: Rate, min: Rate, max: Rate): boolean =>
  rate.perSecond >= min.perSecond &&
  rate.burst >= min.burst &&
  rate.perSecond <= max.perSecond &&
  rate.burst <= max.burst;
