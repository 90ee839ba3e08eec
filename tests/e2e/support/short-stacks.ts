/**
 * Playwright makes an error for each of its calls, steps and waits, and maps every frame of it to its source: a sixth of the processor time of the
 * process that runs the stories. Only frames of this project have a source map, and only they and the call that they made are reported.
 */

/** Frames of an error that has none of this project. */
const MAX_OTHER_FRAMES = 5;

function isOfProject(frame: NodeJS.CallSite | undefined): boolean {
  const file = frame?.getFileName();
  return typeof file === 'string' && !file.startsWith('node:') && !file.includes('/node_modules/');
}

/** Shortens the stacks of the errors that are made from now on in this process. */
export function shortenStacks(): void {
  const { prepareStackTrace } = Error;
  if (prepareStackTrace === undefined) return;
  Error.prepareStackTrace = (error, frames) => {
    const kept = frames.filter((frame, index) => isOfProject(frame) || isOfProject(frames[index + 1]));
    return prepareStackTrace(error, kept.length > 0 ? kept : frames.slice(0, MAX_OTHER_FRAMES));
  };
}
