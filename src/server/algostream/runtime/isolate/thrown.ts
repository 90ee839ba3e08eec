/** What was thrown, in a form that crosses to the host: plain text and numbers. */
export interface Thrown {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  /** The imported file with that line; undefined = the strategy itself. */
  readonly file?: string;
  /** The strategy language refused an argument; the code itself did not fail. */
  readonly isRefusal: boolean;
}

/** The name that an author's file has in stacks. */
export const AUTHOR_FILE = 'strategy.ts';
/** A place in the author's file, or in one that it imports. */
const FRAME = /(?:^|[ (])(?:strategy|\.\/([^\s:/]{1,400}))\.ts:(\d{1,6}):(\d{1,6})/m;
const MAX_CHARACTERS = 500;

/** Describes any thrown value, including one whose properties throw when they are read. */
export function describeThrown(thrown: unknown): Thrown {
  try {
    if (!(thrown instanceof Error))
      return {
        message: `thrown: ${typeof thrown === 'object' || typeof thrown === 'function' ? typeof thrown : String(thrown).slice(0, MAX_CHARACTERS)}`,
        line: 0,
        column: 0,
        isRefusal: false,
      };
    const { name, message, stack } = thrown;
    const place = FRAME.exec(String(stack));
    const text = String(message).slice(0, MAX_CHARACTERS);
    const file = place?.[1];
    return {
      message: name === 'StrategyError' || name === 'Error' ? text : `${String(name).slice(0, 60)}: ${text}`,
      line: Number(place?.[2] ?? 0),
      column: Number(place?.[3] ?? 0),
      ...(file === undefined ? {} : { file: decodeURIComponent(file) }),
      isRefusal: name === 'StrategyError',
    };
  } catch {
    return {
      message: 'the code threw a value that cannot be read',
      line: 0,
      column: 0,
      isRefusal: false,
    };
  }
}
