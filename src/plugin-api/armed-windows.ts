import type { Readable } from '../client/types.ts';
import { Arming, type ArmedFor, type ArmingPlatform, type ArmingTexts } from './arming.ts';

/** What finds the armed windows of a tool, created once for each platform. */
export function armingPerPlatform(texts: ArmingTexts): (platform: ArmingPlatform) => Arming {
  const instances = new WeakMap<object, Arming>();
  return (platform) => {
    const known = instances.get(platform);
    if (known !== undefined) return known;
    const arming = new Arming(platform, texts);
    instances.set(platform, arming);
    return arming;
  };
}

/**
 * Label and hint for the menu bar while windows of a tool are armed.
 * @param hintOf made of the armed symbols, such as `SPY, AAPL`
 */
export function armedLabel(
  arming: Readable<ReadonlyMap<string, ArmedFor>>,
  label: string,
  hintOf: (symbols: string) => string,
): Readable<{ readonly label: string; readonly hint: string } | null> {
  return {
    get() {
      const armed = [...arming.get().values()];
      if (armed.length === 0) return null;
      return { label, hint: hintOf([...new Set(armed.map(({ symbol }) => symbol))].join(', ')) };
    },
    subscribe: (listener) => arming.subscribe(listener),
  };
}
