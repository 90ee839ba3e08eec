/** Bounds of what a third-party tool may send, store and show. The page of a tool and the workstation both keep to them. */
export const TOOL_LIMITS = {
  /** Bytes of the entry module. */
  entryBytes: 1024 * 1024,
  /** Characters of a message of a tool. */
  messageChars: 256 * 1024,
  /** Messages within `windowMs` after which a tool is stopped. */
  messagesPerWindow: 200,
  /** Characters of the messages within `windowMs` after which a tool is stopped. */
  charsPerWindow: 2 * 1024 * 1024,
  windowMs: 1_000,
  /** Requests of a tool that wait for their answers. */
  openRequests: 16,
  /** Symbols of all quote subscriptions of a tool. */
  symbols: 100,
  /** Bars of an answer. */
  bars: 1_000,
  /** Characters of the JSON text that a window of a tool stores. */
  storedChars: 64 * 1024,
  /** Elements and texts of a view. */
  viewNodes: 2_000,
  /** Levels of elements in a view. */
  viewDepth: 30,
  /** Characters of a file that the user gives to a tool. */
  fileChars: 200 * 1024,
  /** Views are shown this often at most, ms. */
  viewIntervalMs: 100,
  /** Quotes are sent this often at most, ms. */
  quoteIntervalMs: 500,
  /** A tool on screen is pinged this often, ms. */
  pingIntervalMs: 2_000,
  /** A tool that has not answered a ping for this long does not respond, ms. */
  answerLimitMs: 5_000,
} as const;

/** The bounds, as the page of a tool reads them. */
export type ToolLimits = { readonly [Name in keyof typeof TOOL_LIMITS]: number };
