import type { Ref } from 'react';
import type { SymbolStore } from '../../../src/plugin-api/index.ts';
import type { GridMenuItem } from '../../../src/ui/index.ts';
import type { ChainAnalytics } from '../model/analytics.ts';
import type { ExpirationGroup } from '../model/chain-lines.ts';
import type { Contract, StrikeRow } from '../model/contract.ts';
import type { ChainLayout } from '../model/contract-columns.ts';

export interface ChainGridHandle {
  /** Writes the prices and figures of the lines on screen. */
  refresh(): void;
  focus(): void;
  /** The pointer is on the lines: none of them may move now. */
  isHovered(): boolean;
}

export interface ChainGridProps {
  readonly label: string;
  readonly groups: readonly ExpirationGroup[];
  readonly open: ReadonlySet<string>;
  /** Id of the line to mark and to start at; null = start at the money. */
  readonly target: string | null;
  readonly layout: ChainLayout;
  readonly symbols: Pick<SymbolStore, 'get' | 'staleness'>;
  readonly analytics: ChainAnalytics;
  readonly onOpenChange: (open: ReadonlySet<string>) => void;
  readonly onResize: (columnId: string, widthPx: number) => void;
  /** Contracts of the lines on screen, once they are at rest. */
  readonly onVisible: (symbols: readonly string[]) => void;
  readonly onDetails: (row: StrikeRow) => void;
  readonly onTrade: (contract: Contract, side: 'Buy' | 'Sell') => void;
  /** The keys of a trade were pressed where there is no contract. */
  readonly onNoSide: () => void;
  /** The menu of a cell; the contract is absent on the strike. */
  readonly menu: (
    row: StrikeRow,
    contract: Contract | undefined,
    columnId: string,
  ) => readonly GridMenuItem[];
  readonly ref?: Ref<ChainGridHandle>;
}
