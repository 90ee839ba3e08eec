import { err, ok, type Result } from '../../../domain/assert/assert.ts';
import { mergedParameters, type MergedParameters } from '../../../domain/strategy/merged-parameters.ts';
import { linesOf, type Point, type SearchSpace } from '../../../domain/strategy/search/space.ts';
import { faultText } from '../runs/backtest-run.ts';
import type { Program, StrategyDescription, StrategyFault, UserRuntime } from '../runtime/types.ts';
import { MAX_STRATEGY_PARAMETERS_CHARACTERS } from '../service.ts';
import { describedEnds } from './engine/described-ends.ts';

/** The code of a search and the parameters that all of its sets have. */
export interface SearchedProgram extends Program {
  readonly space: SearchSpace;
}

const mergedOf = ({ parameters, space }: SearchedProgram, point: Point): MergedParameters =>
  mergedParameters(
    parameters,
    linesOf(space, point).map((text, at) => ({ text, argument: space[at]?.name ?? '' })),
  );

/** The program of a set. */
export const programOf = (searched: SearchedProgram, point: Point): Program => ({
  code: searched.code,
  parameters: mergedOf(searched, point).text,
});

interface Refusal {
  readonly message: string;
  readonly isOfAllSets: boolean;
}

/** Reads the declarations with the first and the last values. An error is a text for the user. */
export async function describeSearch(
  runtime: Pick<UserRuntime, 'describe'>,
  searched: SearchedProgram,
): Promise<Result<StrategyDescription, string>> {
  const ends = await describedEnds<Refusal>(searched.space, {
    async describe(point) {
      const merged = mergedOf(searched, point);
      if (merged.text.length > MAX_STRATEGY_PARAMETERS_CHARACTERS)
        return err({ message: 'The parameters of a set have too many characters', isOfAllSets: true });
      const described = await runtime.describe({ code: searched.code, parameters: merged.text });
      return described.ok ? ok(described.value) : err(refusalOf(merged, described.error));
    },
    isOfAllSets: ({ isOfAllSets }) => isOfAllSets,
  });
  return ends.ok ? ends : err(ends.error.message);
}

/** An error in the parameters is one of all sets, and of the range that its line comes from. */
function refusalOf(merged: MergedParameters, fault: StrategyFault): Refusal {
  const [, line, problem] = /^Parameters, line (\d+): (.*)$/s.exec(fault.message) ?? [];
  if (problem === undefined) return { message: faultText(fault), isOfAllSets: fault.kind === 'syntax' };
  const name = merged.argumentOf(Number(line));
  return { message: name === undefined ? fault.message : `${name}: ${problem}`, isOfAllSets: true };
}
