import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What axe finds wrong, a line for each element; `places` narrows it to parts of the page. */
async function findings(page: Page, places: readonly string[]): Promise<string[]> {
  // All frames of the desk are of its own origin, so one run in the page reaches them; the other mode starts axe again in each and
  // joins the parts in a page of its own. Passes are counted but not reported: the same findings in a fifth of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({
    resultTypes: ['violations'],
    // Of WCAG 2.2, and off by default.
    rules: { 'target-size': { enabled: true } },
  });
  for (const place of places) axe.include(place);
  const { violations, passes } = await axe.analyze();
  expect(passes.length, 'axe has checked something').toBeGreaterThan(5);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** How often a place is checked before its findings count, and the pause between the checks. */
const MAX_CHECKS = 3;
const BETWEEN_MS = 500;

/**
 * Expects no axe finding of any severity on the page, or in these parts of it. A finding has to last: axe reads colours one after the
 * other, and a button that is enabled meanwhile has its earlier colour. One theme is enough: `src/ui/styles/tokens.test.ts` computes the
 * contrast of all colours in both.
 */
export async function expectWithinReach(page: Page, ...places: readonly string[]): Promise<void> {
  let found = await findings(page, places);
  for (let checks = 1; checks < MAX_CHECKS && found.length > 0; checks++) {
    await page.waitForTimeout(BETWEEN_MS);
    found = await findings(page, places);
  }
  expect(found).toEqual([]);
}
