const FILE_PATH = /\.[A-Za-z0-9]+$/;
/** Client routes that end in a name given by a user (a workspace) or in a path to open after sign-in; either may look like a file. */
const NAMED_PAGE = /^\/(workspace|start|login)\//i;

/** True when a path ends like the name of a file. */
export const isFilePath = (path: string): boolean => FILE_PATH.test(path);

/** True for a page of the workstation whose path ends in free text, which must not be taken for a file. */
export const isNamedPage = (path: string): boolean => NAMED_PAGE.test(path);
