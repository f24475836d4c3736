/** Without what no database keeps: PostgreSQL refuses the character 0, and half of a pair is no character. */
export const clean = (text: string): string => text.replaceAll("\0", "").toWellFormed();
