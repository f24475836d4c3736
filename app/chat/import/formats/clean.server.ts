/** Removes what the databases cannot store: PostgreSQL rejects U+0000, and a lone surrogate is no character. */
export const clean = (text: string): string => text.replaceAll("\0", "").toWellFormed();
