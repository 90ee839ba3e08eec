import { formatInteger } from '../../../src/domain/columns/index.ts';
import type { GridColumn } from '../../../src/ui/index.ts';
import { momentText } from '../run-labels.ts';
import type { StrategyVersion } from '../types.ts';
import { changeText } from './version-labels.ts';

/** The grid of the versions of a strategy. */
export const versionColumns: readonly GridColumn<StrategyVersion>[] = [
  {
    id: 'Version',
    header: 'Version',
    align: 'right',
    width: 64,
    value: ({ Version }) => Version,
    text: ({ Version }) => String(Version),
    className: () => 'grid-strong',
  },
  {
    id: 'SavedAt',
    header: 'Saved',
    title: 'When it was saved',
    align: 'left',
    width: 128,
    value: ({ SavedAt }) => SavedAt,
    isSortKey: true,
    text: ({ SavedAt }) => momentText(SavedAt),
  },
  {
    id: 'Change',
    header: 'Lines',
    title: 'Lines of code and parameters that it added to the version before, and removed',
    align: 'right',
    width: 76,
    value: ({ LinesAdded, LinesRemoved }) => (LinesAdded ?? 0) + (LinesRemoved ?? 0),
    isSortKey: true,
    text: changeText,
  },
  {
    id: 'SameAs',
    header: 'Same as',
    title: 'The newest earlier version with the same code and parameters, as after a restore',
    align: 'right',
    width: 64,
    value: ({ SameAs }) => SameAs,
    text: ({ SameAs }) => (SameAs === null ? '' : String(SameAs)),
  },
  {
    id: 'RunCount',
    header: 'Runs',
    title: 'Runs that used it, of all your accounts',
    align: 'right',
    width: 52,
    value: ({ RunCount }) => RunCount,
    text: ({ RunCount }) => (RunCount === 0 ? '' : formatInteger(RunCount)),
  },
  {
    id: 'Browser',
    header: 'Browser',
    title: 'The browser that saved it',
    align: 'left',
    isWide: true,
    minWidth: 96,
    text: ({ Browser }) => Browser,
    className: () => 'grid-muted',
  },
];
