export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables whose value may hold a password, which must not reach a terminal or a log. */
const HIDDEN_VALUES: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'TAPEDECK_ALPACA_KEY',
  'TAPEDECK_ALPACA_SECRET',
  'TAPEDECK_METRICS_TOKEN',
  'TAPEDECK_SMTP_URL',
]);

/** Reads variables of the environment and collects one line for each wrong value. */
export class VariableReader {
  readonly problems: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Names of the variables that are set. */
  names(): readonly string[] {
    return Object.keys(this.#environment).filter((name) => this.given(name) !== undefined);
  }

  /** The value; undefined when it is missing or empty. */
  given(name: string): string | undefined {
    const value = this.#environment[name]?.trim();
    return value === '' ? undefined : value;
  }

  /** The parsed value; the fallback when it is missing, or wrong. */
  read<Value>(
    name: string,
    fallback: Value,
    expectation: string,
    parse: (text: string) => Value | undefined,
  ): Value {
    const text = this.given(name);
    if (text === undefined) return fallback;
    const value = parse(text);
    if (value !== undefined) return value;
    const shown = HIDDEN_VALUES.has(name) ? '(not shown)' : text.slice(0, 80);
    this.problems.push(`${name} is "${shown}"; it must be ${expectation}.`);
    return fallback;
  }
}
