/** Type of the saves that hold trade notes: one save for each account and month. */
export const NOTES_TYPE = 'TradeNotes';
