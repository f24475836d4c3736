/** In UTF-16 units with LF line ends. */
export const MAX_TITLE_LENGTH = 200;
export const MAX_INSTRUCTION_LENGTH = 4_000;
export const MAX_REASON_LENGTH = 2_000;
