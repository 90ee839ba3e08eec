import { lazy, Suspense, useEffect, useRef, useState, type Ref } from 'react';
import { lineChanges } from '../../../src/domain/strategy/line-changes.ts';
import { useReadable, type ToolPlatform } from '../../../src/plugin-api/index.ts';
import {
  Button,
  DataGrid,
  EmptyState,
  ErrorState,
  Select,
  Skeleton,
  type GridHandle,
} from '../../../src/ui/index.ts';
import reports from '../dialogs/RunReports.module.css';
import type { Run, StrategyVersion, StrategyVersionSource } from '../types.ts';
import { restoreVersion } from './restore-version.ts';
import { useVersionPair, useVersions, type VersionPair } from './use-versions.ts';
import { VersionRuns } from './VersionRuns.tsx';
import { versionColumns } from './version-columns.ts';
import { differenceText } from './version-labels.ts';
import styles from './Versions.module.css';

const WIDTH_PX = 1400;
/** Value of the choice to compare with nothing. */
const NOTHING = '0';

// The code editor is large, and is loaded when the first versions are compared.
const CompareView = lazy(() => import('../editor/CompareView.tsx'));

type Platform = Pick<ToolPlatform, 'strategies' | 'dialogs' | 'settings'>;

export interface VersionsOptions {
  readonly platform: Platform;
  /** Name of a strategy of the user. */
  readonly name: string;
  /** Called after a version was restored, with its content. */
  readonly onRestore?: (version: number, source: StrategyVersionSource) => void;
  /** Whether runs can be chosen, to be shown in the list. */
  readonly canShowRuns?: boolean;
}

function Comparison({ platform, pair }: { readonly platform: Platform; readonly pair: VersionPair }) {
  const theme = useReadable(platform.settings, (settings) => settings.theme);
  const { before, after } = pair;
  return (
    <Suspense fallback={<Skeleton label="Loading the comparison" rows={8} />}>
      <div className={styles.code} role="group" aria-label="Code">
        <CompareView label="Code" before={before.code} after={after.code} theme={theme} isCode />
      </div>
      {before.parameters === after.parameters ? null : (
        <>
          <h3 className={styles.part}>Parameters</h3>
          <div className={styles.parameters} role="group" aria-label="Parameters">
            <CompareView
              label="Parameters"
              before={before.parameters}
              after={after.parameters}
              theme={theme}
              isCode={false}
            />
          </div>
        </>
      )}
    </Suspense>
  );
}

/** `Code: 2 lines added. Parameters: no difference.` */
function summaryOf({ before, after }: VersionPair): string {
  const code = differenceText(lineChanges(before.code, after.code));
  const parameters = differenceText(lineChanges(before.parameters, after.parameters));
  return `Code: ${code}. Parameters: ${parameters}.`;
}

interface DetailProps extends VersionsOptions {
  readonly versions: readonly StrategyVersion[];
  readonly selected: StrategyVersion;
  readonly onRestored: () => void;
}

/** The choice of what a version is compared with: the version before it at first. */
function useBase(versions: readonly StrategyVersion[], { Version }: StrategyVersion) {
  const [chosen, setChosen] = useState<string | null>(null);
  const earlier = versions.find((each) => each.Version < Version);
  const usual = earlier === undefined ? NOTHING : String(earlier.Version);
  const options = [
    ...versions
      .filter((each) => each.Version !== Version)
      .map((each) => ({ value: String(each.Version), label: `Version ${each.Version}` })),
    { value: NOTHING, label: 'Nothing' },
  ];
  const value = options.some((option) => option.value === chosen) ? (chosen ?? usual) : usual;
  return { value, options, choose: setChosen, base: value === NOTHING ? null : Number(value) };
}

function VersionDetail({ platform, name, onRestore, versions, selected, onRestored }: DetailProps) {
  const { Version: version } = selected;
  const { value, options, choose, base } = useBase(versions, selected);
  const { pair, error, retry } = useVersionPair(platform.strategies, name, base, version);
  const [isBusy, setIsBusy] = useState(false);
  const newest = versions[0]?.Version ?? version;
  const restore = async (): Promise<void> => {
    if (pair === null) return;
    setIsBusy(true);
    const isRestored = await restoreVersion(platform, { name, version, newest, source: pair.after });
    setIsBusy(false);
    if (!isRestored) return;
    onRestore?.(version, pair.after);
    onRestored();
  };
  return (
    <div className={styles.detail}>
      <div className={reports.strip}>
        <span role="status">
          <b>Version {version}</b>
          {pair === null ? '' : ` ${summaryOf(pair)}`}
        </span>
        <span aria-hidden="true">Compared with</span>
        <div className={styles.base}>
          <Select label="Compare with" value={value} options={options} onChange={choose} isLabelHidden />
        </div>
        <Button
          disabled={isBusy || pair === null || version === newest}
          focusableWhenDisabled
          title={version === newest ? 'The newest version is what is saved now' : undefined}
          onClick={() => void restore()}
        >
          Restore…
        </Button>
      </div>
      {error !== null ? (
        <ErrorState title="The versions could not be loaded" text={error} onRetry={retry} />
      ) : pair === null ? (
        <Skeleton label="Loading the versions" rows={8} />
      ) : (
        <Comparison platform={platform} pair={pair} />
      )}
    </div>
  );
}

interface ListProps {
  readonly versions: readonly StrategyVersion[];
  readonly selected: StrategyVersion;
  readonly onSelect: (version: StrategyVersion) => void;
  readonly grid: Ref<GridHandle>;
}

function VersionList({ versions, selected, onSelect, grid }: ListProps) {
  return (
    <div className={styles.grid}>
      <DataGrid<StrategyVersion>
        ref={grid}
        label="Versions"
        rows={versions}
        columns={versionColumns}
        rowId={({ Version }) => String(Version)}
        selectedRowId={String(selected.Version)}
        onSelect={onSelect}
      />
    </div>
  );
}

interface ViewProps extends VersionsOptions {
  readonly onShowRun: (run: Run) => void;
}

function VersionsView({ onShowRun, ...options }: ViewProps) {
  const { platform, name, canShowRuns = false } = options;
  const { versions, error, reload } = useVersions(platform.strategies, name);
  const [chosen, setChosen] = useState<number | null>(null);
  const grid = useRef<GridHandle>(null);
  const selected = versions?.find(({ Version }) => Version === chosen) ?? versions?.[0];
  const isLoaded = versions !== null;
  useEffect(() => {
    // The keyboard begins in the list.
    if (isLoaded) grid.current?.focus();
  }, [isLoaded]);
  if (error !== null && versions === null)
    return <ErrorState title="The versions could not be loaded" text={error} onRetry={reload} />;
  if (versions === null) return <Skeleton label="Loading the versions" rows={8} />;
  if (selected === undefined)
    return <EmptyState title="No versions" text="The strategy was deleted or renamed elsewhere." />;
  return (
    <div className={styles.view}>
      <div className={styles.list}>
        <VersionList
          grid={grid}
          versions={versions}
          selected={selected}
          onSelect={({ Version }) => setChosen(Version)}
        />
        <VersionRuns
          platform={platform}
          name={name}
          version={selected}
          onShow={canShowRuns ? onShowRun : null}
        />
      </div>
      <VersionDetail
        key={selected.Version}
        {...options}
        versions={versions}
        selected={selected}
        onRestored={() => {
          // The restored code is the newest version now. The button that had the focus goes with the version before.
          grid.current?.focus();
          setChosen(null);
          reload();
        }}
      />
    </div>
  );
}

/** Shows the versions of a strategy and what differs between them. Resolves with the run that the user chose to see, or null. */
export function openVersions(options: VersionsOptions): Promise<Run | null> {
  return options.platform.dialogs.open<Run>({
    title: `Versions - ${options.name}`,
    width: WIDTH_PX,
    content: ({ close }) => <VersionsView {...options} onShowRun={close} />,
  });
}
