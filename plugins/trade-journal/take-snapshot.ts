import { applyFill, createPosition, multiplierOfSymbol } from '../../src/domain/portfolio/index.ts';
import { fromE4, toPriceE4 } from '../../src/domain/money/price.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { ToolPlatform, WireTripFill } from '../../src/plugin-api/index.ts';
import { MAX_SNAPSHOTS } from './notes.ts';
import { type NotePlace, presentNote, writeNote } from './write-note.ts';

/** A chart is drawn with so much of the trip's length before and after it. */
const MARGIN = 0.25;
const MIN_MARGIN_MS = 10 * 60_000;

/** Why a note takes no more pictures; null when it does. */
const fullProblem = (place: NotePlace): string | null =>
  presentNote(place).Snapshots.length >= MAX_SNAPSHOTS
    ? `A note has at most ${MAX_SNAPSHOTS} snapshots. Remove one first.`
    : null;

/** Stores a picture and adds it to the note of a trip. Resolves with the message of a problem, or null. */
export async function addPicture(
  platform: Pick<ToolPlatform, 'trades' | 'exchangeMs'>,
  place: NotePlace,
  png: string,
): Promise<string | null> {
  const full = fullProblem(place);
  if (full !== null) return full;
  try {
    const Id = await (await platform.trades()).addSnapshot(png);
    const { Snapshots } = presentNote(place);
    const added = { Id, Taken: platform.exchangeMs(), Symbol: place.trip.Symbol };
    writeNote(place, { Snapshots: [...Snapshots, added] }, 'snapshots');
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Draws the chart of a trip with its fills marked, out of sight. Rejects with a message that can be shown. */
export async function chartPicture(
  platform: Pick<ToolPlatform, 'commands' | 'exchangeMs'>,
  {
    Symbol,
    Opened,
    Closed,
  }: { readonly Symbol: string; readonly Opened: number; readonly Closed: number | null },
  fills: readonly WireTripFill[],
): Promise<string> {
  const endMs = Closed ?? platform.exchangeMs();
  const marginMs = Math.max(MIN_MARGIN_MS, (endMs - Opened) * MARGIN);
  let picture: string | undefined;
  await platform.commands.run('chart.picture-of-trades', {
    symbol: Symbol,
    title: `Round trip in ${displaySymbol(Symbol)}`,
    trades: tradesOf(Symbol, fills),
    fromMs: Opened - marginMs,
    toMs: Math.min(platform.exchangeMs(), endMs + marginMs),
    onPicture: (png: string) => (picture = png),
  });
  if (picture === undefined) throw new Error('The chart could not be drawn.');
  return picture;
}

/** The fills in the form of the chart's commands, with the cumulative profit before fees, first in, first out. */
function tradesOf(symbol: string, fills: readonly WireTripFill[]): readonly object[] {
  const position = createPosition(multiplierOfSymbol(symbol));
  return fills
    .filter(({ Price }) => Price > 0)
    .map(({ Time, Quantity, Price }) => {
      applyFill(position, { signedQuantity: Quantity, priceE4: toPriceE4(Price), feesE4: 0 });
      return {
        timeMs: Time,
        side: Quantity > 0 ? 'Buy' : 'Sell',
        price: Price,
        quantity: Math.abs(Quantity),
        netPnl: fromE4(position.closedPlE4),
      };
    });
}
