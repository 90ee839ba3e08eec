import { fileURLToPath } from 'node:url';
import { riskTables } from '../src/domain/risk/tables.ts';

export const RISK_CHECKS_DOC = fileURLToPath(new URL('../docs/risk-checks.md', import.meta.url));
const MARK = '<!-- checks -->';

/** The page with the tables between its two marks written from the lists of checks. */
export function riskChecksDoc(page: string): string {
  const parts = page.split(MARK);
  if (parts.length !== 3) throw new Error(`docs/risk-checks.md must have two lines ${MARK}.`);
  return [parts[0], `\n\n${riskTables().trim()}\n\n`, parts[2]].join(MARK);
}
