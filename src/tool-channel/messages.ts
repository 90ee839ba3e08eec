import * as v from 'valibot';
import { err, ok, type Result } from '../domain/assert/assert.ts';
import type { SettingValue } from '../domain/tool-settings/index.ts';
import { MAX_SYMBOL_LENGTH } from '../domain/symbols/symbol.ts';
import { TOOL_LIMITS } from './limits.ts';
import type { ToolChannelPermission } from './manifest.ts';

/**
 * The messages between the page of a third-party tool and the workstation. Each is a JSON text: its length is known before it is read, and it can hold
 * nothing but data.
 */

const symbolField = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(MAX_SYMBOL_LENGTH),
  v.toUpperCase(),
);
const idField = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER));

/** Sizes of bars that a tool may request. */
const TOOL_BAR_SIZES = ['1m', '5m', '30m', '1d'] as const;

/** The calls of a tool: the permission that each needs, and its arguments. */
const calls = {
  'quotes.set': {
    permission: 'quotes',
    args: v.strictObject({
      symbols: v.pipe(
        v.array(symbolField),
        v.maxLength(TOOL_LIMITS.symbols, `A tool may subscribe to ${TOOL_LIMITS.symbols} symbols.`),
      ),
    }),
  },
  bars: {
    permission: 'bars',
    args: v.strictObject({
      symbol: symbolField,
      size: v.picklist(TOOL_BAR_SIZES),
      count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(TOOL_LIMITS.bars)),
    }),
  },
  watchLists: { permission: 'watch-lists:read', args: v.strictObject({}) },
  'storage.get': { permission: 'storage', args: v.strictObject({}) },
  'storage.set': { permission: 'storage', args: v.strictObject({ json: v.string() }) },
  'link.set': { permission: 'link:write', args: v.strictObject({ symbol: symbolField }) },
} as const satisfies Record<
  string,
  { readonly permission: ToolChannelPermission; readonly args: v.GenericSchema }
>;

/** The name of a call. */
export type ToolCallName = keyof typeof calls;
/** The checked arguments of a call. */
export type ToolCallArgs<Name extends ToolCallName> = v.InferOutput<(typeof calls)[Name]['args']>;
/** A call of a tool whose arguments fit. */
export type ToolCall = {
  [Name in ToolCallName]: {
    readonly type: 'call';
    readonly id: number;
    readonly name: Name;
    readonly args: ToolCallArgs<Name>;
  };
}[ToolCallName];

const envelope = v.variant('type', [
  v.strictObject({ type: v.literal('ready') }),
  v.strictObject({ type: v.literal('pong'), id: idField }),
  v.strictObject({
    type: v.literal('call'),
    id: idField,
    name: v.pipe(v.string(), v.maxLength(40)),
    args: v.record(v.string(), v.unknown()),
  }),
  v.strictObject({ type: v.literal('stopped'), reason: v.pipe(v.string(), v.maxLength(500)) }),
]);

/** A message of a tool's page to the workstation. `stopped`: the page has ended the tool. */
export type ToolMessage = Exclude<v.InferOutput<typeof envelope>, { type: 'call' }> | ToolCall;

/** Why a message of a tool is no message. `id`: the call to answer; null when the tool has to be stopped. */
export interface ToolMessageFault {
  readonly id: number | null;
  readonly message: string;
}

const isCallName = (name: string): name is ToolCallName => Object.hasOwn(calls, name);

/** The permission that a call needs. */
export const permissionOfCall = (name: ToolCallName): ToolChannelPermission => calls[name].permission;

/** What the author of a tool reads about a call whose permission the manifest does not have. */
export const refusalWithoutPermission = (name: ToolCallName): string =>
  `${name} needs the permission ${permissionOfCall(name)}. Add it to "permissions" in tool.json.`;

/** Reads what came over the channel of a tool. Anything but a JSON text of the catalogue is a fault. */
export function readToolMessage(data: unknown): Result<ToolMessage, ToolMessageFault> {
  if (typeof data !== 'string') return err({ id: null, message: 'It sent a message that is no text.' });
  if (data.length > TOOL_LIMITS.messageChars)
    return err({
      id: null,
      message: `It sent a message of more than ${TOOL_LIMITS.messageChars} characters.`,
    });
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return err({ id: null, message: 'It sent a message that is not JSON.' });
  }
  const parsed = v.safeParse(envelope, value);
  if (!parsed.success) return err({ id: null, message: 'It sent a message that does not exist.' });
  const message = parsed.output;
  if (message.type !== 'call') return ok(message);
  const { id, name } = message;
  if (!isCallName(name)) return err({ id, message: `There is no call ${name}.` });
  const args = v.safeParse(calls[name].args, message.args);
  if (!args.success) {
    const [issue] = args.issues;
    const field = v.getDotPath(issue);
    return err({
      id,
      message: `${name}: ${field === null ? '' : `${field}: `}${issue.message}`.slice(0, 300),
    });
  }
  // The arguments were just checked by the schema of this name.
  return ok({ type: 'call', id, name, args: args.output } as ToolCall);
}

/** A quote as a tool gets it: prices in dollars, null = unknown. `isStale`: the feed has not confirmed it for a while. */
export interface ToolQuote {
  readonly symbol: string;
  readonly company: string | null;
  readonly last: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
  /** The official close before this session. */
  readonly previousClose: number | null;
  readonly isStale: boolean;
}

/** A bar: prices in dollars, `timeMs` its start in UTC ms, `volume` in shares. */
export interface ToolBar {
  readonly timeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** A list of symbols of the user. `kind`: saved under its name, or in a window. */
export interface ToolWatchList {
  readonly kind: 'saved' | 'window';
  readonly name: string;
  readonly symbols: readonly string[];
}

/** Light or dark, and the colours of the workstation by the names of its tokens. */
export interface ToolTheme {
  readonly name: 'light' | 'dark';
  readonly colors: Readonly<Record<string, string>>;
}

/** The values of a tool's settings by their ids. */
export type ToolSettingValues = Readonly<Record<string, SettingValue>>;

/** A message of the workstation to the page of a tool. */
export type HostMessage =
  /** The first message: what the tool may call. `theme` draws the page; the tool gets its name only if it is permitted. */
  | {
      readonly type: 'start';
      readonly apiVersion: number;
      readonly permissions: readonly ToolChannelPermission[];
      /** Ids of the commands that the manifest declares. */
      readonly commands: readonly string[];
      readonly theme: ToolTheme;
      readonly isActive: boolean;
      readonly symbol: string | null;
      /** The values of its settings; null without settings, or without the permission. */
      readonly settings: ToolSettingValues | null;
    }
  | { readonly type: 'settings'; readonly values: ToolSettingValues }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'refusal'; readonly id: number; readonly message: string }
  | { readonly type: 'quotes'; readonly quotes: readonly ToolQuote[] }
  | { readonly type: 'theme'; readonly theme: ToolTheme }
  | { readonly type: 'link'; readonly symbol: string }
  /** The user has run a command of the tool. */
  | { readonly type: 'command'; readonly id: string }
  | { readonly type: 'activity'; readonly isActive: boolean }
  | { readonly type: 'ping'; readonly id: number };
