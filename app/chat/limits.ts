/** In UTF-16 units with LF line ends. */
export const TITLE_LIMIT = 200;
export const INSTRUCTION_LIMIT = 4_000;
export const REASON_LIMIT = 2_000;
