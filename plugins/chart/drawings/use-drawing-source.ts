import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useReadable, useToolState, type ToolWindow } from '../../../src/plugin-api/index.ts';
import type { ChartState } from '../state.ts';
import { type DrawingSource, ownDrawings, sharedDrawings } from './drawing-source.ts';
import type { DrawnShape } from './shape.ts';

/** Where the chart has the drawings that it shows. */
export function useDrawingSource(window: ToolWindow<ChartState>): DrawingSource {
  const store = useReadable(window.platform.sharedDrawings);
  const isShared = useToolState(window, ({ SharesDrawings }) => SharesDrawings);
  return isShared ? sharedDrawings(store) : ownDrawings(window);
}

/** The drawings that the chart shows, the lowest first. */
export function useShownShapes(window: ToolWindow<ChartState>): readonly DrawnShape[] {
  const source = useDrawingSource(window);
  const symbol = useToolState(window, ({ Symbol }) => Symbol);
  const subscribe = useCallback(
    (listener: () => void) => source.subscribe(symbol, listener),
    [source, symbol],
  );
  return useSyncExternalStore(subscribe, () => source.shapes(symbol));
}

/** True unless the chart shows shared drawings whose code is still being loaded. Loads it. */
export function useDrawingsReady(window: ToolWindow<ChartState>): boolean {
  const { sharedDrawings: shared, dialogs } = window.platform;
  const isLoaded = useReadable(shared) !== null;
  const isShared = useToolState(window, ({ SharesDrawings }) => SharesDrawings);
  const symbol = useToolState(window, ({ Symbol }) => Symbol);
  // Each symbol tries again: the server may have been away.
  useEffect(() => {
    if (!isShared || isLoaded || symbol === '') return;
    shared.open().catch(() =>
      dialogs.toast({
        message: 'The shared drawings could not be loaded. They are loaded with the next symbol.',
        tone: 'warning',
        key: 'shared-drawings',
      }),
    );
  }, [shared, dialogs, isShared, isLoaded, symbol]);
  return isLoaded || !isShared;
}
