import { TapedeckError } from '../../automation-client/index.ts';

/** Warns after an error that leaves open whether a call was done, and says how it is repeated. A refusal leaves nothing open. */
export function warnOfLostAnswer(
  error: unknown,
  warn: (text: string) => void,
  effect: string,
  repeat: string,
): void {
  const isRefused = error instanceof TapedeckError && error.status >= 400 && error.status < 500;
  if (!isRefused) warn(`It is unknown whether ${effect}. Repeat the command with ${repeat}`);
}
