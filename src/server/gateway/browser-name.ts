/** In this order: most browsers name others of which they are descended as well. */
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

/** A browser and its machine in plain words, as far as the user agent tells: `Firefox on Windows`. Undefined: nothing was kept of it. */
export function browserName(userAgent: string | undefined): string {
  if (userAgent === undefined) return UNKNOWN;
  // Browsers always call themselves something; scripts often do not.
  if (userAgent === '') return 'A program';
  const system = named(userAgent, SYSTEMS);
  return `${named(userAgent, BROWSERS) ?? UNKNOWN}${system === undefined ? '' : ` on ${system}`}`;
}

const MAX_CHARS = 256;

/** A User-Agent header as it may be kept: it is anybody's text. */
export function keptUserAgent(header: string | undefined): string {
  return (header ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, MAX_CHARS);
}
