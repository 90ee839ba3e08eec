/** A time to wait as a text, such as `15 minutes`. */
export const waitText = (seconds: number): string =>
  seconds < 60 ? `${seconds} seconds` : seconds < 120 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`;
