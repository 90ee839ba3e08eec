import {
  MESSAGE_CLASSES,
  MESSAGE_LIMITS,
  type MessageLimits,
} from '../../src/server/gateway/sockets/message-limits.ts';

const HIGH = { perSecond: 1e6, burst: 1e6 };

/** Rates that nothing reaches: for tests that send more than any client. */
export const NO_MESSAGE_LIMITS: MessageLimits = {
  ...MESSAGE_LIMITS,
  ...Object.fromEntries(MESSAGE_CLASSES.map((kind) => [kind, { connection: HIGH, user: HIGH }])),
};
