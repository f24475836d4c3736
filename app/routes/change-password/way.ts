/** What gives the right to set a new password: a letter's link, or a session and the current password. */
export type Way =
	| { kind: "token"; token: string; email: string }
	| { kind: "session"; email: string }
	| { kind: "none" };
