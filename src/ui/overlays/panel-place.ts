/** The place of the upper left corner of a panel in its browser window, px. */
export interface PanelPlace {
  readonly left: number;
  readonly top: number;
}

/** Width and height, px. */
export interface PanelSize {
  readonly width: number;
  readonly height: number;
}

/** What stays free between a panel and the edges of the browser window, px. */
const MARGIN_PX = 8;
/** How far a press of a key moves a panel, px. */
const STEP_PX = 24;

/** The place nearest to this one at which the whole panel is in sight. A panel that is larger than the window keeps its upper left corner in sight. */
export function withinView({ left, top }: PanelPlace, panel: PanelSize, view: PanelSize): PanelPlace {
  const within = (value: number, size: number, room: number) =>
    Math.max(MARGIN_PX, Math.min(value, room - size - MARGIN_PX));
  return { left: within(left, panel.width, view.width), top: within(top, panel.height, view.height) };
}

/** Where a panel opens that was never moved. What is out of sight there is moved into it. */
export type FirstPlace = (panel: PanelSize, view: PanelSize) => PanelPlace;

/** At the right edge, so that most of a chart behind it is free. */
export const firstPlace: FirstPlace = (panel, view) =>
  withinView(
    { left: view.width - panel.width - 3 * MARGIN_PX, top: Math.round(view.height * 0.14) },
    panel,
    view,
  );

const STEPS: Readonly<Record<string, PanelPlace>> = {
  ArrowLeft: { left: -STEP_PX, top: 0 },
  ArrowRight: { left: STEP_PX, top: 0 },
  ArrowUp: { left: 0, top: -STEP_PX },
  ArrowDown: { left: 0, top: STEP_PX },
};

/** Where Alt, Shift and an arrow key move a panel, the keys that move windows; null for another key. */
export function movedByKey(
  { left, top }: PanelPlace,
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>,
): PanelPlace | null {
  const step = STEPS[event.key];
  if (step === undefined || !event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return null;
  return { left: left + step.left, top: top + step.top };
}
