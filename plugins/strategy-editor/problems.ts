import { faultOf, type CodeFault } from '../algo-stream/editor/faults.ts';
import { parameterFault } from '../algo-stream/editor/parameter-faults.ts';
import type { Instance } from '../algo-stream/types.ts';

/** Something that is wrong with the strategy, with its place. */
export interface Problem {
  readonly id: string;
  readonly message: string;
  /** Null = the run named no place. */
  readonly place: {
    readonly in: 'code' | 'parameters';
    readonly line: number;
    readonly column: number;
  } | null;
  /** What found it: the editor, or the last run. */
  readonly source: 'editor' | 'run';
}

const IN_PARAMETERS = /\bParameters, line (\d+): /;

/** The fault that the last run ended with; null when it ended otherwise. */
export function runProblem(
  { Status, Message }: Pick<Instance, 'Status' | 'Message'>,
  code: string,
): Problem | null {
  if (Status !== 'SyntaxError' && Status !== 'RuntimeError') return null;
  const inParameters = IN_PARAMETERS.exec(Message);
  const fault = faultOf({ Status, Message }, code);
  const place =
    inParameters !== null
      ? ({ in: 'parameters', line: Number(inParameters[1]), column: 1 } as const)
      : fault === null
        ? null
        : ({ in: 'code', line: fault.line, column: fault.column } as const);
  return {
    id: 'run',
    message: Message === '' ? 'The run ended with an error.' : Message,
    place,
    source: 'run',
  };
}

/** All problems: the fault of the last run first, then those of the parameters and of the code by line. */
export function problemsOf({
  code,
  imported,
  parameters,
  faults,
  ofRun,
}: {
  readonly code: string;
  /** Code of the files that it imports, which reads parameters, too. */
  readonly imported: readonly string[];
  readonly parameters: string;
  /** What the editor found in the code. */
  readonly faults: readonly CodeFault[];
  /** Null when there is none, or the code has been changed since the run. */
  readonly ofRun: Problem | null;
}): readonly Problem[] {
  const ofParameters = parameterFault([code, ...imported].join('\n'), parameters);
  return [
    ...(ofRun === null ? [] : [ofRun]),
    ...(ofParameters === null
      ? []
      : [
          {
            id: 'parameters',
            message: ofParameters.message,
            place: { in: 'parameters', line: ofParameters.line, column: 1 },
            source: 'editor',
          } as const,
        ]),
    ...faults.map(({ line, column, message }, at): Problem => ({
      id: `${at}`,
      message,
      place: { in: 'code', line, column },
      source: 'editor',
    })),
  ];
}
