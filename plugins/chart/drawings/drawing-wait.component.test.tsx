import { userEvent } from '@testing-library/user-event';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { closeAfterTest } from '../../../src/testing/rendered.ts';
import { DrawingWait } from './DrawingWait.tsx';

test('a press in a chart whose draw tools are on their way leaves the focus in the chart, for the next key', async () => {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  closeAfterTest(() => {
    root.unmount();
    host.remove();
  });
  flushSync(() =>
    root.render(
      <>
        <div role="application" tabIndex={0} />
        <DrawingWait />
      </>,
    ),
  );
  const plot = host.querySelector<HTMLElement>('[role="application"]') ?? expect.fail('no chart');
  plot.focus();
  await userEvent.click(host.querySelector('[data-wait="drawings"]') ?? expect.fail('no cover'));
  expect(document.activeElement).toBe(plot);
});
