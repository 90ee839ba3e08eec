/** The path of a Chromium: named by TAPEDECK_CHROMIUM, on the PATH, or installed now; `say` reports what is installed. */
export function ensureChromium(say: (line: string) => void): Promise<string>;
