/** Where the browser keeps changes of saves that were not sent. */
export const UNSENT_SAVES_KEY = 'tapedeck.unsentSaves';
