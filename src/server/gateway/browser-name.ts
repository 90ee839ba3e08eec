/** In this order, because most browsers also name those that they derive from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];
const UNKNOWN = 'Unknown browser';

const named = (text: string, names: readonly (readonly [RegExp, string])[]): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** Browser and operating system of a user agent: `Firefox on Windows`. Undefined: no user agent was stored. */
export function browserName(userAgent: string | undefined): string {
  if (userAgent === undefined) return UNKNOWN;
  // Browsers always send a user agent; scripts often do not.
  if (userAgent === '') return 'A program';
  const system = named(userAgent, SYSTEMS);
  return `${named(userAgent, BROWSERS) ?? UNKNOWN}${system === undefined ? '' : ` on ${system}`}`;
}

/** Longest stored user agent, characters. */
const MAX_CHARS = 256;

/** A User-Agent header in the form that is stored: printable characters of limited length, because clients send any text. */
export function keptUserAgent(header: string | undefined): string {
  return (header ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, MAX_CHARS);
}
