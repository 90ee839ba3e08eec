import { hasPermission, Permission } from '../../../src/domain/permissions.ts';
import type { ToolPlatform, WireChartStudy } from '../../../src/plugin-api/index.ts';
import type { StudyCatalogue } from '../model/study-catalogue.ts';
import { faultText, fileOfStudy, myStudyId, myStudyOf, type MyStudy } from './my-study.ts';

type Listed =
  'unknown' | 'loading' | { readonly items: readonly WireChartStudy[] } | { readonly problem: string };

/** The studies that the user writes in AlgoStream, as the charts of a page know them. They are loaded when a chart has one, or offers them. */
export class MyStudies {
  readonly #platform: Pick<ToolPlatform, 'chartStudies' | 'strategies' | 'session'>;
  readonly #listeners = new Set<() => void>();
  #listed: Listed = 'unknown';
  #studies = new Map<string, MyStudy>();
  #loading: Promise<void> | null = null;
  #isStale = false;

  constructor(platform: Pick<ToolPlatform, 'chartStudies' | 'strategies' | 'session'>) {
    this.#platform = platform;
    // A file that was saved may be imported by any other.
    platform.strategies.onSaved(() => this.#refresh());
    let names = '';
    platform.strategies.subscribe(() => {
      const now = platform.strategies
        .get()
        .personal.map(({ Name }) => Name)
        .join();
      if (now !== names && names !== '') this.#refresh();
      names = now;
    });
  }

  get all(): readonly MyStudy[] {
    return [...this.#studies.values()];
  }

  get(id: string): MyStudy | undefined {
    return this.#studies.get(id);
  }

  /** What is wrong in files that cannot be run, with their names. */
  get faults(): readonly string[] {
    if (typeof this.#listed !== 'object' || 'problem' in this.#listed) return [];
    return this.#listed.items.flatMap(({ Name, Fault }) =>
      Fault === null ? [] : [`${Name}: ${faultText(Fault, Name)}`],
    );
  }

  /** Why a study of a stored id is not shown, as text of the legend; null when the id is not that of a file. */
  reasonFor(id: string): string | null {
    const file = fileOfStudy(id);
    if (file === null) return null;
    if (this.#listed === 'unknown' || this.#listed === 'loading') return `${file} (loading…)`;
    if ('problem' in this.#listed) return `${file}: ${this.#listed.problem}`;
    const item = this.#listed.items.find(({ Name }) => myStudyId(Name) === id);
    return item?.Fault
      ? `${file}: ${faultText(item.Fault, file)}`
      : `${file} (no such file in AlgoStream, or it is no study)`;
  }

  /** Loads the list unless it is there. Never rejects: what went wrong is the reason of each study. */
  load(): Promise<void> {
    if (this.#loading !== null) return this.#loading;
    return typeof this.#listed === 'object' && 'items' in this.#listed ? Promise.resolve() : this.#request();
  }

  /** Calls the listener after each change. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Others have no files: a demo user, and a user without AlgoStream. */
  #mayList(): boolean {
    const { isDemo, permissionMask } = this.#platform.session.get();
    return !isDemo && hasPermission(permissionMask, Permission.AlgoTrading);
  }

  #refresh(): void {
    if (this.#loading !== null) this.#isStale = true;
    else if (this.#listed !== 'unknown') void this.#request();
  }

  #request(): Promise<void> {
    this.#loading = this.#fetch().finally(() => {
      this.#loading = null;
      if (this.#isStale) void this.#request();
    });
    return this.#loading;
  }

  async #fetch(): Promise<void> {
    this.#isStale = false;
    if (this.#listed === 'unknown') this.#listed = 'loading';
    try {
      const items = this.#mayList() ? await (await this.#platform.chartStudies()).list() : [];
      const before = this.#studies;
      this.#listed = { items };
      this.#studies = new Map(
        items.flatMap((item): readonly [string, MyStudy][] => {
          const known = before.get(myStudyId(item.Name));
          // The same object for the same code: charts keep its values.
          const study = known?.version === item.Version ? known : myStudyOf(item);
          return study === null ? [] : [[study.id, study]];
        }),
      );
    } catch (error) {
      this.#listed = {
        problem: error instanceof Error ? error.message : 'Your studies could not be loaded.',
      };
    }
    for (const listener of [...this.#listeners]) listener();
  }
}

const byPlatform = new WeakMap<object, MyStudies>();

/** The user's studies on a page: one list for all of its charts. */
export function myStudiesOf(
  platform: Pick<ToolPlatform, 'chartStudies' | 'strategies' | 'session'>,
): MyStudies {
  const known = byPlatform.get(platform.session);
  if (known !== undefined) return known;
  const made = new MyStudies(platform);
  byPlatform.set(platform.session, made);
  return made;
}

/** A catalogue with the user's studies behind the others. */
export const withMyStudies = (others: StudyCatalogue, mine: MyStudies): StudyCatalogue => ({
  get all() {
    return [...others.all, ...mine.all];
  },
  get: (id) => others.get(id) ?? mine.get(id),
  reasonFor: (id) => mine.reasonFor(id),
});
