import { formatInteger } from '../../domain/format/format-number.ts';
import {
  mergedParameters as merge,
  type MergedParameters,
  type ParameterOverride,
} from '../../domain/strategy/merged-parameters.ts';
import { MAX_STRATEGY_PARAMETERS_CHARACTERS } from '../algostream/service.ts';
import { usageError } from './usage.ts';

/** The parameters of a file with those of the arguments. Throws a CommandError when they are too many. */
export function mergedParameters(
  fileText: string,
  overrides: readonly ParameterOverride[],
): MergedParameters {
  const merged = merge(fileText, overrides);
  if (merged.text.length > MAX_STRATEGY_PARAMETERS_CHARACTERS)
    throw usageError(
      `--param: all parameters together have at most ${formatInteger(MAX_STRATEGY_PARAMETERS_CHARACTERS)} characters.`,
    );
  return merged;
}
