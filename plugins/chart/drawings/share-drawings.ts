import { MAX_DRAWINGS_PER_SYMBOL } from '../../../src/domain/drawings/index.ts';
import { randomId, type ToolWindow } from '../../../src/plugin-api/index.ts';
import type { ChartState } from '../state.ts';
import { ownDrawings, sharedDrawings } from './drawing-source.ts';

/** The choice between shared drawings and those of one chart. */
export const SHARED_LABEL = 'Share drawings with all charts of the symbol';

/** Makes the chart's own drawings of a symbol shared ones, above those that are there, and shows these from now on. */
export async function shareOwn(window: ToolWindow<ChartState>, symbol: string): Promise<void> {
  const { dialogs, joinSteps, sharedDrawings: shared } = window.platform;
  const store = await shared.open().catch(() => null);
  const isLoaded = store !== null && (await store.load([symbol]));
  const mine = ownDrawings(window);
  const added = mine.shapes(symbol);
  const target = sharedDrawings(store);
  const message = !isLoaded
    ? 'The shared drawings are not loaded. Try again once the server is connected.'
    : target.shapes(symbol).length + added.length > MAX_DRAWINGS_PER_SYMBOL
      ? `${symbol} would have more than ${MAX_DRAWINGS_PER_SYMBOL} shared drawings. Delete some before you share these.`
      : null;
  if (message !== null) return dialogs.toast({ message, tone: 'warning', key: 'shared-drawings' });
  joinSteps(
    {
      title: `Share drawings of ${symbol}`,
      message: `Drawings of ${symbol} shared: ${added.length}`,
      key: `drawings ${window.id}`,
    },
    () => {
      const copies = added.map((shape) => ({ ...shape, Id: target.idOf(symbol, randomId()) }));
      target.store(symbol, [...target.shapes(symbol), ...copies]);
      mine.store(symbol, []);
      window.update({ SharesDrawings: true });
    },
  );
}

/** Copies the shared drawings of a symbol to the chart's own, and shows these from now on. The shared ones stay. */
export function copyToOwn(window: ToolWindow<ChartState>, symbol: string): void {
  const { joinSteps, sharedDrawings: shared, dialogs } = window.platform;
  const copied = sharedDrawings(shared.get()).shapes(symbol);
  const mine = ownDrawings(window);
  const all = [...mine.shapes(symbol), ...copied];
  if (all.length > MAX_DRAWINGS_PER_SYMBOL)
    return dialogs.toast({
      message: `This chart would have more than ${MAX_DRAWINGS_PER_SYMBOL} drawings of ${symbol}. Delete some before you copy these.`,
      tone: 'warning',
      key: 'shared-drawings',
    });
  joinSteps(
    {
      title: `Copy drawings of ${symbol} to one chart`,
      message: `Drawings of ${symbol} copied to this chart: ${copied.length}`,
      key: `drawings ${window.id}`,
    },
    () => {
      mine.store(symbol, all);
      window.update({ SharesDrawings: false });
    },
  );
}
