/** Where the browser keeps changes of drawings that were not sent. */
export const UNSENT_DRAWINGS_KEY = 'tapedeck.unsentDrawings';
