import { describe, expect, it } from 'vitest';
import { FramePainter } from './frame-painter.ts';

/** A browser window whose frames come when the test says so. */
function fakeHost() {
  const waiting = new Map<number, FrameRequestCallback>();
  let lastId = 0;
  return {
    requestAnimationFrame: (callback: FrameRequestCallback) => {
      waiting.set(++lastId, callback);
      return lastId;
    },
    cancelAnimationFrame: (id: number) => {
      waiting.delete(id);
    },
    waiting,
    frame() {
      const now = [...waiting.values()];
      waiting.clear();
      for (const callback of now) callback(0);
    },
  };
}

describe('the painter of frames', () => {
  it('paints each part that was marked once a frame, however often it was marked, and the others not at all', () => {
    const host = fakeHost();
    const painter = new FramePainter(host);
    const painted: string[] = [];
    for (const part of ['quote', 'depth', 'tape'] as const) painter.on(part, () => painted.push(part));
    host.frame();
    expect(painted.splice(0)).toEqual(['quote', 'depth', 'tape']);
    for (let count = 0; count < 1_000; count++) painter.mark('tape');
    expect(host.waiting.size).toBe(1);
    host.frame();
    expect(painted.splice(0)).toEqual(['tape']);
    host.frame();
    expect(painted).toEqual([]);
  });

  it('requests the frames of the window that shows it, also after a change before the next frame', () => {
    const [desk, popout] = [fakeHost(), fakeHost()];
    const painter = new FramePainter(desk);
    let painted = 0;
    painter.on('tape', () => {
      painted++;
    });
    painter.setHost(popout);
    desk.frame();
    expect(painted).toBe(0);
    popout.frame();
    expect(painted).toBe(1);
  });

  it('paints nothing after it was cancelled, nor for a pane that is gone, until it is marked again', () => {
    const host = fakeHost();
    const painter = new FramePainter(host);
    let painted = 0;
    const end = painter.on('depth', () => {
      painted++;
    });
    painter.cancel();
    host.frame();
    expect(painted).toBe(0);
    painter.mark('depth');
    host.frame();
    expect(painted).toBe(1);
    end();
    painter.mark('depth');
    host.frame();
    expect(painted).toBe(1);
  });
});
