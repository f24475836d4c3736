/** The authorisation to set a new password: an e-mail's link, or a session and the current password. */
export type Way =
	| { kind: "token"; token: string; email: string }
	| { kind: "session"; email: string }
	| { kind: "none" };
