import type { AccountAct } from "./answers.server.ts";

/** What the forms of the screen may ask for, by their `intent`: a file each in `acts/`. */
export const ACTS: Record<string, AccountAct> = {};
