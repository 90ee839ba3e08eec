/** A label written at every 20th update, and at the latest so long after one, ms. */
const UPDATES = 20;
const LATEST_MS = 500;

/** Holds back what is written so often that nobody could read it. */
export interface LiveLabel {
  update(): void;
  dispose(): void;
}

export function createLiveLabel(write: () => void): LiveLabel {
  let updates = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const now = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    updates = 0;
    write();
  };
  return {
    update() {
      updates += 1;
      if (updates >= UPDATES) now();
      else timer ??= setTimeout(now, LATEST_MS);
    },
    dispose() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
