import { configure } from '@testing-library/dom';
import { afterAll, afterEach, vi } from 'vitest';
import { cleanPage } from './clean-page.ts';
import { installFakeLayout } from './fake-layout.ts';
import { closeRendered } from './rendered.ts';

// A busy machine may need longer than the second that is the library's default; a finished wait costs nothing.
configure({
  asyncUtilTimeout: 30_000,
  // The text of the page says more than pages of its elements.
  getElementError: (message, container) =>
    new Error(
      `${message?.split('\n')[0] ?? ''}\nThe page shows: ${(container.textContent ?? document.body.textContent).slice(0, 2000)}`,
    ),
});
installFakeLayout(window);
afterEach(() => {
  closeRendered();
  cleanPage();
});
// A part that a desk loads a moment after the sign-in must not arrive when its page is gone: the run would fail after its last test has passed.
afterAll(() => vi.dynamicImportSettled());
