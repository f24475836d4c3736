/** Conversations that one form may archive, delete or restore, or one file may contain. */
export const MAX_SELECTED = 50;
