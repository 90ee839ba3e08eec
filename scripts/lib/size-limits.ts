/** Size limits of files and functions. Present exceptions are listed with their sizes, which may only go down. */
export const LIMITS = { 'max-lines': 400, 'max-lines-per-function': 70, complexity: 15 } as const;
export type LimitRule = keyof typeof LIMITS;

export interface Offence {
  readonly file: string;
  readonly rule: LimitRule;
  /** Name of the function; empty for a file and for a function without a name. */
  readonly name: string;
  /** Lines, or cyclomatic complexity. */
  readonly size: number;
}

/** The part of oxlint's JSON report that is read here. */
export interface LintReport {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly filename: string;
    readonly message: string;
  }[];
}

const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file);
const isRule = (rule: string | undefined): rule is LimitRule => rule !== undefined && rule in LIMITS;
const keyOf = ({ file, rule, name }: Offence): string => `${file} ${rule} ${name}`;

/**
 * Offences of a report, sorted by file, rule and name, the largest first. Functions of tests may be long, since a
 * `describe` is one; the other limits hold for tests too.
 */
export function offencesOf(report: LintReport): Offence[] {
  const offences: Offence[] = [];
  for (const { code, filename, message } of report.diagnostics) {
    const rule = /\((.+)\)/.exec(code)?.[1];
    const size = /\((\d+)\)|complexity of (\d+)/.exec(message);
    if (!isRule(rule) || size === null) throw new Error(`Unexpected diagnostic: ${code} ${message}`);
    const file = filename.replaceAll('\\', '/');
    if (rule === 'max-lines-per-function' && isTest(file)) continue;
    offences.push({
      file,
      rule,
      name: /`([^`]+)`/.exec(message)?.[1] ?? '',
      size: Number(size[1] ?? size[2]),
    });
  }
  return offences.toSorted(
    (left, right) => keyOf(left).localeCompare(keyOf(right)) || right.size - left.size,
  );
}

const label = (offence: Offence): string =>
  `${offence.file}${offence.name === '' ? '' : ` \`${offence.name}\``}: ${offence.rule} (limit ${LIMITS[offence.rule]})`;

export interface LimitChanges {
  /** New offences and listed ones that grew. */
  readonly broken: readonly string[];
  /** Listed exceptions that shrank or are no longer needed. */
  readonly stale: readonly string[];
}

/** Compares the offences found with the listed exceptions. Offences with the same key are paired by size, the largest first. */
export function compareWithList(found: readonly Offence[], listed: readonly Offence[]): LimitChanges {
  const allowed = Map.groupBy(listed, keyOf);
  const broken: string[] = [];
  const stale: string[] = [];
  for (const [key, offences] of Map.groupBy(found, keyOf)) {
    const exceptions = (allowed.get(key) ?? []).toSorted((left, right) => right.size - left.size);
    allowed.delete(key);
    const bySize = offences.toSorted((left, right) => right.size - left.size);
    for (const [index, offence] of bySize.entries()) {
      const exception = exceptions[index];
      if (exception === undefined) broken.push(`${label(offence)}: ${offence.size}`);
      else if (offence.size > exception.size)
        broken.push(`${label(offence)}: ${offence.size}, was ${exception.size}`);
      else if (offence.size < exception.size)
        stale.push(`${label(offence)}: now ${offence.size}, listed with ${exception.size}`);
    }
    for (const exception of exceptions.slice(bySize.length)) stale.push(unneeded(exception));
  }
  for (const exceptions of allowed.values()) stale.push(...exceptions.map(unneeded));
  return { broken, stale };
}

const unneeded = (exception: Offence): string =>
  `${label(exception)}: within the limit, still listed with ${exception.size}`;
