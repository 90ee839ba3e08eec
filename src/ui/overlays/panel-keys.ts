const STOPS = 'a[href], button, input, select, textarea, [tabindex]';
const NO_STOPS = ':disabled, [type="hidden"], [hidden], [hidden] *, [inert] *';

/** What Tab goes to within a panel, in its order. What a panel hides has the attribute `hidden`. */
const tabStops = (panel: HTMLElement): readonly HTMLElement[] =>
  [...panel.querySelectorAll<HTMLElement>(STOPS)].filter(
    (element) => element.tabIndex >= 0 && !element.matches(NO_STOPS),
  );

/** Where Tab goes at the end of a panel, and Shift and Tab at its start: round, so that all fields of a form are reached from any of them. Null elsewhere. */
export function roundTab(panel: HTMLElement, isBack: boolean): HTMLElement | null {
  const stops = tabStops(panel);
  const [first, last] = [stops[0], stops.at(-1)];
  const now = panel.ownerDocument.activeElement;
  if (isBack) return now === first || now === panel ? (last ?? null) : null;
  return now === last ? (first ?? null) : null;
}
