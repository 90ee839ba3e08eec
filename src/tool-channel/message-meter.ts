import { TOOL_LIMITS } from './limits.ts';

/** Counts the messages of a tool, and says when there are too many. Times are ms of any clock that is never set back. */
export class MessageMeter {
  #startMs = Number.NEGATIVE_INFINITY;
  #messages = 0;
  #chars = 0;

  /** Counts a message. Returns the reason to stop the tool, or null. */
  add(chars: number, nowMs: number): string | null {
    if (nowMs - this.#startMs >= TOOL_LIMITS.windowMs) {
      this.#startMs = nowMs;
      this.#messages = 0;
      this.#chars = 0;
    }
    this.#messages += 1;
    this.#chars += chars;
    if (this.#messages > TOOL_LIMITS.messagesPerWindow)
      return `It sent more than ${TOOL_LIMITS.messagesPerWindow} messages within a second.`;
    return this.#chars > TOOL_LIMITS.charsPerWindow
      ? `It sent more than ${TOOL_LIMITS.charsPerWindow} characters within a second.`
      : null;
  }
}
