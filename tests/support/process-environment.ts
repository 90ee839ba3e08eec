/**
 * The environment of a program that a test starts: the search path, the cache of compiled modules, which halves its start, and `settings`. Other
 * variables of the developer's shell stay out.
 */
export function processEnvironment(settings: Readonly<Record<string, string>>): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }), ...settings };
}
