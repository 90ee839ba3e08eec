import { csvText } from '../../../src/domain/csv/csv.ts';
import type { ToolWindow } from '../../../src/plugin-api/index.ts';
import { saveFile } from '../../../src/ui/index.ts';
import { chartOf } from '../charts.ts';
import type { ChartState } from '../state.ts';
import { chartTitle } from '../title.ts';
import { barTable } from './rows.ts';

/** Saves what is on screen as a PNG file, with the title above it. */
export async function savePicture(window: ToolWindow<ChartState>): Promise<void> {
  const view = chartOf(window.id)?.view;
  if (view === undefined || view.model.bars.length === 0) return nothingToSave(window);
  const picture = view.picture();
  const ratio = view.ratio();
  const head = Math.round(26 * ratio);
  const canvas = view.root.ownerDocument.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height + head;
  const context = canvas.getContext('2d');
  const theme = view.theme();
  if (context === null) return nothingToSave(window);
  context.fillStyle = theme.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = theme.text;
  context.font = theme.fontStrong.replace(`${theme.fontPx}px`, `${12 * ratio}px`);
  context.textBaseline = 'middle';
  context.fillText(chartTitle(window.getState(), companyOf(window)), 8 * ratio, head / 2);
  context.drawImage(picture, 0, head);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null)
    window.platform.dialogs.toast({
      message: 'The browser could not make a picture of this size.',
      tone: 'error',
    });
  else saveFile(`${fileName(window)}.png`, blob, view.root.ownerDocument);
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
