/** Whether a name may be given to a user: 2 to 64 letters, digits, dots, underscores, hyphens or @ signs, of which the first is a letter or digit. */
export const isUserName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._@-]{1,63}$/.test(name);
