import { newYorkDate } from '../../domain/calendar/us-equity.ts';
import type { MarketFacts } from '../../client/types.ts';
import type { MenuEntry } from '../../ui/index.ts';

/** Speeds that the menu offers, times as fast as it happened. */
const SPEEDS = [1, 2, 5, 10, 50, 100];

/** What the mark says of a replay: its date and its speed. */
export function replayText(speed: number, exchangeMs: number): string {
  return `${newYorkDate(exchangeMs)} · ${speed === 0 ? 'paused' : `${speed}×`}`;
}

/** Pause or resume, and the speeds. Resuming takes `lastSpeed`, the speed before the pause. */
export function replayEntries(
  { Speed: speed }: NonNullable<MarketFacts['Replay']>,
  lastSpeed: number,
  set: (speed: number) => void,
): readonly MenuEntry[] {
  return [
    speed === 0
      ? { id: 'resume', label: `Resume at ${lastSpeed}×`, run: () => set(lastSpeed) }
      : { id: 'pause', label: 'Pause', run: () => set(0) },
    ...SPEEDS.map((each, at) => ({
      id: `speed-${each}`,
      label: each === 1 ? '1× (as it happened)' : `${each}×`,
      isChecked: speed === each,
      hasSeparator: at === 0,
      run: () => set(each),
    })),
  ];
}
