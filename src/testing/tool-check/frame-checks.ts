import axe from 'axe-core';
import { finding, type Finding } from './checked-tool.ts';

/**
 * Rules that need layout (lists whose rows are drawn by it have none here), painted figures, colours or the whole page, which jsdom does not have:
 * browser tests run them (tests/e2e/support/axe.ts).
 */
const BROWSER_RULES = [
  'aria-required-children',
  'color-contrast',
  'empty-table-header',
  'region',
  'scrollable-region-focusable',
  'target-size',
];
const REACHED =
  'a[href], button, input, select, textarea, summary, label, option, [tabindex], [contenteditable]';

/** What axe finds wrong in the frame of a tool. */
export async function axeFindings(frame: HTMLElement): Promise<Finding[]> {
  const { violations } = await axe.run(frame, {
    resultTypes: ['violations'],
    rules: Object.fromEntries(BROWSER_RULES.map((rule) => [rule, { enabled: false }])),
  });
  return violations.flatMap(({ id, help, helpUrl, nodes }) =>
    nodes.map(({ html }) =>
      finding('accessibility', `${help} (${id}): ${html.slice(0, 160)}`, `See ${helpUrl}`),
    ),
  );
}

/** The handlers that React has for an element. */
function handlersOf(element: Element): Readonly<Record<string, unknown>> {
  const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'));
  // React keeps the properties of an element on it, under a name with a random end.
  return key === undefined
    ? {}
    : ((element as unknown as Record<string, Record<string, unknown>>)[key] ?? {});
}

/** The text of a label gives the focus to what it names, as a label does. */
const isLabel = ({ id }: Element, frame: HTMLElement): boolean =>
  id !== '' && frame.querySelector(`[aria-labelledby~="${CSS.escape(id)}"]`) !== null;

/** Elements that a click does something with, and that the keyboard does not reach. A container that handles the clicks of what it contains is none. */
export function keyboardFindings(frame: HTMLElement): Finding[] {
  const isWithin = (element: Element, selector: string): boolean => {
    const found = element.closest(selector);
    // The frame itself takes the focus from scripts only.
    return found !== null && found !== frame && frame.contains(found);
  };
  return [...frame.querySelectorAll('*')]
    .filter((element) => {
      const { onClick, onDoubleClick } = handlersOf(element);
      return (
        (typeof onClick === 'function' || typeof onDoubleClick === 'function') &&
        !isWithin(element, `${REACHED}, [role=grid], [role=treegrid], [role=listbox], [role=tablist]`) &&
        element.querySelector(REACHED) === null &&
        !isLabel(element, frame)
      );
    })
    .map((element) =>
      finding(
        'keyboard',
        `A click on ${element.outerHTML.slice(0, 120)} does something that the keyboard cannot do.`,
        'Use Button or IconButton of src/ui, or a command in the manifest.',
      ),
    );
}
