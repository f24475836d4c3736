/** Why a part of the screen is missing; the words are the screen's. */
export type Unread = { unread: "failed" | "late" };

/** Whether a part of the screen could be read. */
export const isRead = <T extends object>(part: T | Unread): part is T => !("unread" in part);
