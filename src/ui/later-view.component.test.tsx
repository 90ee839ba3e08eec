import { screen } from '@testing-library/dom';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { closeAfterTest } from '../testing/rendered.ts';
import { LaterView, useLaterView } from './later-view.ts';

type Text = { readonly text: string };
const Label = ({ text }: Text) => <p>{text}</p>;

function Shown({ later, isNeeded = true }: { later: LaterView<Text>; isNeeded?: boolean }) {
  const View = useLaterView(later, isNeeded);
  return View === undefined ? null : <View text="Connected" />;
}

let root: ReturnType<typeof createRoot>;
beforeEach(() => {
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  closeAfterTest(() => {
    root.unmount();
    place.remove();
  });
});
const render = (content: ReactNode) => flushSync(() => root.render(content));

describe('a component whose code is loaded later', () => {
  it('is loaded when it is needed, once for all of its uses', async () => {
    let loads = 0;
    const later = new LaterView<Text>(async () => {
      loads++;
      return Label;
    });
    render(<Shown later={later} isNeeded={false} />);
    expect(loads).toBe(0);
    render(
      <>
        <Shown later={later} />
        <Shown later={later} />
      </>,
    );
    expect(await screen.findAllByText('Connected')).toHaveLength(2);
    expect(loads).toBe(1);
  });

  it('is drawn at once when another part of the page has brought it', () => {
    const later = new LaterView<Text>(() => Promise.reject(new Error('Nothing is loaded.')));
    later.bring(Label);
    render(<Shown later={later} />);
    expect(screen.getByText('Connected')).toBeDefined();
  });

  it('is loaded again after a load that failed, as long as it has a place on the page', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let loads = 0;
    const later = new LaterView<Text>(async () => {
      loads++;
      if (loads <= 2) throw new Error('The server is away.');
      return Label;
    });
    render(<Shown later={later} />);
    await vi.advanceTimersByTimeAsync(400);
    expect([loads, screen.queryByText('Connected')]).toEqual([1, null]);
    await vi.advanceTimersByTimeAsync(1_200);
    expect(loads).toBe(3);
    vi.useRealTimers();
    expect(await screen.findByText('Connected')).toBeDefined();
    const left = new LaterView<Text>(() => Promise.reject(new Error('The server is away.')));
    const load = left.load();
    // Nothing on the page needs it.
    await load;
    expect(left.get()).toBeUndefined();
  });
});
