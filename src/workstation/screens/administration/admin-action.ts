/** An entry of a dialog of administration. `checks`: several of `options`, joined with commas. */
export interface ActionField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'choice' | 'checks';
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** The value at first. */
  readonly value?: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
}

/** Values by the names of their fields, without white space around them. */
export type ActionValues = Readonly<Record<string, string>>;

/** Something that an administrator can do: a command of the command line, with what must be entered for it. */
export interface AdminAction {
  readonly id: string;
  /** In menus and on buttons. */
  readonly label: string;
  /** Heading of its dialog. */
  readonly title: string;
  /** What will happen. */
  readonly text: string;
  readonly fields?: readonly ActionField[];
  /** Label of the button that runs it. */
  readonly submit: string;
  readonly isDestructive?: boolean;
  readonly hasSeparator?: boolean;
  /** The parts of the command line. */
  readonly command: (values: ActionValues) => readonly string[];
}

/** Choices whose label is their value. */
export const sameOptions = (values: readonly string[]): { value: string; label: string }[] =>
  values.map((value) => ({ value, label: value }));

/** `on` and `off`. */
export const ON_OFF = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
] as const;
