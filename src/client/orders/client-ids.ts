/** Makes ids of orders and cancels: 'ord' and a timestamp (UTC ms), unique within a millisecond and after the clock was set back. */
export function createClientIds(nowMs: () => number): () => string {
  let lastMs = 0;
  return () => {
    lastMs = Math.max(lastMs + 1, Math.floor(nowMs()));
    return `ord${lastMs}`;
  };
}
