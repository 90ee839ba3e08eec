/** Counts of a suite, and each failed test as "file › title: first line of the error". */
interface SuiteResult {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
}

/** `report` is the JSON that the runner's own reporter wrote. */
export function readVitestReport(report: object): SuiteResult;
export function readPlaywrightReport(report: object): SuiteResult;
