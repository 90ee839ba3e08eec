import { csvText } from '../../../src/domain/csv/csv.ts';
import type { ToolWindow } from '../../../src/plugin-api/index.ts';
import { saveFile } from '../../../src/ui/index.ts';
import { chartOf } from '../charts.ts';
import type { ChartState } from '../state.ts';
import { chartTitle } from '../title.ts';
import { boundedPngOf } from './png.ts';
import { barTable } from './rows.ts';
import { titledPicture } from './titled-picture.ts';

/** Saves what is on screen as a PNG file, with the title above it. */
export async function savePicture(window: ToolWindow<ChartState>): Promise<void> {
  const view = chartOf(window.id)?.view;
  if (view === undefined || view.model.bars.length === 0) return nothingToSave(window);
  const canvas = titledPicture(view, chartTitle(window.getState(), companyOf(window)));
  if (canvas === null) return nothingToSave(window);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null)
    window.platform.dialogs.toast({
      message: 'The browser could not make a picture of this size.',
      tone: 'error',
    });
  else saveFile(`${fileName(window)}.png`, blob, view.root.ownerDocument);
}

/** Characters of a picture in the trade journal, as base64. */
const MAX_JOURNAL_CHARS = 600_000;

/** Adds what is on screen to the trade journal, at the newest round trip in the symbol. */
export async function snapshotToJournal(window: ToolWindow<ChartState>): Promise<void> {
  const view = chartOf(window.id)?.view;
  if (view === undefined || view.model.bars.length === 0) return nothingToSave(window);
  const canvas = titledPicture(view, chartTitle(window.getState(), companyOf(window)));
  const png = canvas && (await boundedPngOf(canvas, MAX_JOURNAL_CHARS));
  const { commands, dialogs } = window.platform;
  if (png === null)
    dialogs.toast({ message: 'The browser could not make a picture of this size.', tone: 'error' });
  else await commands.run('trade-journal.add-picture', { symbol: window.getState().Symbol, png });
}

/** Saves the visible bars with the values of the studies as a CSV file. */
export async function saveCsv(window: ToolWindow<ChartState>): Promise<void> {
  const view = chartOf(window.id)?.view;
  if (view === undefined || view.model.bars.length === 0) return nothingToSave(window);
  const { header, rows } = barTable(view.model, view.viewport.from, view.viewport.to);
  const blob = new Blob([csvText(header, rows)], { type: 'text/csv' });
  saveFile(`${fileName(window)}.csv`, blob, view.root.ownerDocument);
}

const companyOf = (window: ToolWindow<ChartState>): string =>
  window.platform.symbols.get(window.getState().Symbol)?.info?.Fundamentals.Company ?? '';

function nothingToSave(window: ToolWindow<ChartState>): void {
  window.platform.dialogs.toast({ message: 'There are no bars to save yet.', tone: 'warning' });
}

/** `SPY-Minute5`: letters and digits, which any file system takes. */
function fileName(window: ToolWindow<ChartState>): string {
  const { Symbol, Range } = window.getState();
  return `${Symbol.replace(/[^A-Z0-9.]+/g, '_')}-${Range.BarSize}`;
}
