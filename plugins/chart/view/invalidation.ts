/** The parts of a chart that have to be painted again, each including the ones before it. */
export const Invalid = { nothing: 0, cursor: 1, lastBar: 2, view: 3, all: 4 } as const;
export type Invalid = (typeof Invalid)[keyof typeof Invalid];

/** Merges what became invalid until the next animation frame, and paints once. */
export interface Painter {
  invalidate(part: Invalid): void;
  /** Paints at once what is due. */
  flush(): void;
  dispose(): void;
}

/** Where animation frames come from. */
export interface FrameSource {
  request(callback: () => void): number;
  cancel(handle: number): void;
}

export function createPainter(frames: FrameSource, paint: (due: Invalid) => void): Painter {
  let due: Invalid = Invalid.nothing;
  let handle: number | null = null;
  const run = () => {
    handle = null;
    const painted = due;
    due = Invalid.nothing;
    if (painted !== Invalid.nothing) paint(painted);
  };
  return {
    invalidate(part) {
      if (part > due) due = part;
      if (due !== Invalid.nothing) handle ??= frames.request(run);
    },
    flush() {
      if (handle !== null) frames.cancel(handle);
      run();
    },
    dispose() {
      if (handle !== null) frames.cancel(handle);
      handle = null;
      due = Invalid.nothing;
    },
  };
}
