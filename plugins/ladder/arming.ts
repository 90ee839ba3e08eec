import {
  Arming,
  type ArmedFor,
  type ArmingPlatform,
  type ArmingTexts,
  type Readable,
  type ToolPlatform,
} from '../../src/plugin-api/index.ts';

/** What the clicks of an armed ladder trade. */
export interface ArmedLadder extends ArmedFor {
  readonly symbol: string;
  readonly quantity: number;
}

const TEXTS: ArmingTexts = {
  key: 'ladder',
  accountChanged: 'The account changed: ladder clicks open the order ticket again.',
  // The ladder itself shows its symbol and that it is not armed.
  symbolChanged: null,
  focusLost: 'The browser window lost the focus: ladder clicks open the order ticket again.',
  idle: 'Ladder clicks were not used for ten minutes and open the order ticket again.',
};

/** The ladders whose clicks send orders at once, by the ids of their windows. */
export const createLadderArming = (platform: ArmingPlatform): Arming<ArmedLadder> =>
  new Arming<ArmedLadder>(platform, TEXTS);

const instances = new WeakMap<object, Arming<ArmedLadder>>();

/** The armed ladders of a platform, created once. */
export function armingOf(platform: ToolPlatform): Arming<ArmedLadder> {
  const known = instances.get(platform);
  if (known !== undefined) return known;
  const arming = createLadderArming(platform);
  instances.set(platform, arming);
  return arming;
}

/** Label and hint for the menu bar; null while no ladder is armed. */
export function armedLabel(
  arming: Readable<ReadonlyMap<string, ArmedLadder>>,
): Readable<{ readonly label: string; readonly hint: string } | null> {
  return {
    get() {
      const armed = [...arming.get().values()];
      if (armed.length === 0) return null;
      const symbols = [...new Set(armed.map(({ symbol }) => symbol))].join(', ');
      return {
        label: 'LADDER ARMED',
        hint: `Clicks on the ladder of ${symbols} send orders at once. Press to switch that off.`,
      };
    },
    subscribe: (listener) => arming.subscribe(listener),
  };
}
