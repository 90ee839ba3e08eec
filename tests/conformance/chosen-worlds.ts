import { pathToFileURL } from 'node:url';
import type { BrokerWorld } from './broker-conformance.ts';
import type { MarketWorld } from './market-conformance.ts';

/** What a file that is named by TAPEDECK_CONFORMANCE exports. */
interface AdapterFile {
  readonly market?: MarketWorld;
  readonly broker?: BrokerWorld;
}

/** The adapters that are tested: the registered ones, or those of the file that TAPEDECK_CONFORMANCE names (a path from the root of the project). */
export async function chosenWorlds(registered: {
  readonly markets: readonly MarketWorld[];
  readonly brokers: readonly BrokerWorld[];
}): Promise<typeof registered> {
  const path = process.env['TAPEDECK_CONFORMANCE'];
  if (!path) return registered;
  // A file that exports neither is reported below.
  const file = (await import(pathToFileURL(path).href)) as AdapterFile;
  if (!file.market && !file.broker) throw new Error(`${path} exports neither market nor broker.`);
  return { markets: file.market ? [file.market] : [], brokers: file.broker ? [file.broker] : [] };
}
