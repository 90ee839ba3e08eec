import { placeOf, type CallFault } from '../code-tokens.ts';
import { importFault, type ImportFault } from './link-imports.ts';
import type { ProgramFiles } from './program-text.ts';
import { isStrategyCode } from './read-imports.ts';
import { topLevelTokens } from './top-level.ts';

/** Whether a file declares a study of charts. */
export const isChartStudyCode = (code: string): boolean => studyCallsOf(code).length > 0;

/** Why files cannot be run as a study of a chart; null when they can. */
export function chartStudyFault(program: ProgramFiles): ImportFault | null {
  const { code } = program;
  const wrong = importFault(program);
  if (wrong !== null) return wrong;
  const [first, second] = studyCallsOf(code);
  if (isStrategyCode(code))
    return faultAt(first, 'a chart study declares no symbol and no handlers at the top level of its file');
  return second === undefined ? null : faultAt(second, 'chartStudy() is called once in a file');
}

type Place = Pick<CallFault, 'line' | 'column'>;

const faultAt = (place: Place = { line: 0, column: 0 }, message: string): ImportFault => ({
  ...place,
  from: place,
  message,
});

function studyCallsOf(code: string): readonly Place[] {
  // Most code has no such word, so it needs no closer reading.
  if (!code.includes('chartStudy')) return [];
  const { tokens, outer } = topLevelTokens(code);
  return outer
    .filter(
      ({ text, at }) =>
        text === 'chartStudy' &&
        tokens[at + 1]?.text === '(' &&
        !['.', 'function'].includes(tokens[at - 1]?.text ?? ''),
    )
    .map(({ index }) => placeOf(code, index));
}
