/** The parts of JSON Schema that the documents of the API use. */
export interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly pattern?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

const SCALARS: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

const KEYWORDS: ReadonlySet<string> = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** `orderSend` as `order_send`; a Python keyword with an underscore behind it. */
export function snakeCase(name: string): string {
  return keyword(name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

const keyword = (name: string): string => (KEYWORDS.has(name) ? `${name}_` : name);

/** `orderSend` as `OrderSend`. */
export const pascalCase = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** `strategies` as `strategy`, `bars` as `bar`. */
export const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');

/** `Literal["Buy", "Sell"]`. */
export const literal = (values: readonly string[]): string =>
  `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`;

/** Gives schemas their Python types, and collects the typed dictionaries that these need. The same shape gets the same type. */
export class PythonTypes {
  readonly #names = new Map<string, string>();
  readonly #definitions = new Map<string, string>();

  /** The type of a schema as an annotation; `name` is that of its typed dictionary, if it is an object that has none yet. */
  typeOf(schema: JsonSchema, name: string): string {
    const { anyOf, oneOf, items, type } = schema;
    const choices = anyOf ?? oneOf;
    if (choices !== undefined) return this.#union(choices, name);
    if (schema.enum !== undefined) return literal(schema.enum);
    if (schema.const !== undefined) return literal([schema.const]);
    if (type === 'array') return `list[${items === undefined ? 'Any' : this.typeOf(items, singular(name))}]`;
    if (type === 'object') return this.#dictionary(schema, name);
    const scalar = SCALARS[type ?? ''];
    if (scalar === undefined) throw new Error(`${name}: no Python type for ${JSON.stringify(schema)}`);
    return scalar;
  }

  /** The definitions of all dictionaries so far, each behind those that it contains. */
  get definitions(): readonly string[] {
    return [...this.#definitions.values()];
  }

  /** Their names. */
  get names(): readonly string[] {
    return [...this.#definitions.keys()];
  }

  #union(choices: readonly JsonSchema[], name: string): string {
    const parts = choices.map((choice, at) =>
      this.typeOf(choice, choice.type === 'object' && at > 0 ? `${name}${at + 1}` : name),
    );
    return [...new Set(parts)].join(' | ');
  }

  /** The type of the named arguments of a call, whose keywords have an underscore behind them, as its parameters do. */
  argumentsOf(schema: JsonSchema, name: string): string {
    const { properties = {}, required = [] } = schema;
    if (!Object.keys(properties).some((key) => KEYWORDS.has(key))) return this.typeOf(schema, name);
    const spelled = Object.entries(properties).map(([key, value]) => [keyword(key), value] as const);
    const named = { properties: Object.fromEntries(spelled), required: required.map(keyword) };
    return this.typeOf({ ...schema, ...named }, name);
  }

  #dictionary(schema: JsonSchema, wanted: string): string {
    const shape = JSON.stringify(schema);
    const known = this.#names.get(shape);
    if (known !== undefined) return known;
    let name = wanted;
    for (let at = 2; this.#definitions.has(name); at += 1) name = `${wanted}${at}`;
    this.#names.set(shape, name);
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties ?? {}).map(([key, value]) => {
      const type = this.typeOf(value, `${name}${pascalCase(key)}`);
      return [key, required.has(key) ? type : `NotRequired[${type}]`] as const;
    });
    this.#definitions.set(name, dictionaryText(name, fields));
    return name;
  }
}

function dictionaryText(name: string, fields: readonly (readonly [string, string])[]): string {
  if (fields.some(([key]) => KEYWORDS.has(key)))
    // A keyword is no attribute of a class.
    return `${name} = TypedDict(\n    "${name}",\n    {\n${fields.map(([key, type]) => `        "${key}": "${type.replaceAll('"', "'")}",\n`).join('')}    },\n)\n`;
  return `class ${name}(TypedDict):\n${fields.map(([key, type]) => `    ${key}: ${type}\n`).join('') || '    pass\n'}`;
}
