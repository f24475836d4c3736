/** The authorisation to set a new password: an e-mail's link, or a session and the current password. */
export type Way =
	| { kind: "token"; token: string; email: string }
	/** `secondStep`: the code of the app is asked for, too. */
	| { kind: "session"; email: string; secondStep: boolean }
	| { kind: "none" };
