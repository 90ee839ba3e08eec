import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { addPicture } from './take-snapshot.ts';

/** Adds a chart's picture to the note of the newest round trip in its symbol: the open one, else the one that was closed last. */
export async function addChartPicture(platform: ToolPlatform, symbol: string, png: string): Promise<void> {
  const { account } = platform.session.get();
  const say = (message: string, tone: 'success' | 'warning' | 'error') =>
    platform.dialogs.toast({ message, tone, key: 'trade-journal.picture' });
  if (account === null) return say('Select an account first.', 'warning');
  try {
    const [calls, store] = await Promise.all([platform.trades(), platform.savedDocuments.open()]);
    if (!(await store.load())) return say('Your notes cannot be loaded now. Try again later.', 'error');
    const { lines } = await calls.roundTrips(account, 'Position', { from: null, to: null });
    const trip = lines.find(({ Symbol }) => Symbol === symbol);
    if (!trip) return say(`There is no round trip in ${displaySymbol(symbol)} yet.`, 'warning');
    const problem = await addPicture(platform, { platform, store, account, trip }, png);
    if (problem !== null) return say(problem, 'error');
    say(`The picture was added to your round trip in ${displaySymbol(symbol)}.`, 'success');
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), 'error');
  }
}
