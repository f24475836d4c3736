import type { Role } from "../../platform/http/context.server.ts";

export const ROLES = ["owner", "administrator", "support", "accountant"] as const satisfies readonly Role[];

/** The rights of each role on the staff's screens. */
const RIGHTS = {
	/** Finds people, opens their cards, ends their sessions, blocks, invites, drops a second step. */
	people: ["owner", "administrator", "support"],
	/**
	 * Sees e-mails, devices and networks of people. Without it e-mails are masked, and one is shown by an act that the
	 * journal keeps.
	 */
	emails: ["owner", "administrator"],
	/** Gives out what is kept of a person, and deletes a person. */
	personalData: ["owner", "administrator"],
	/** Sees everybody's payments. */
	payments: ROLES,
	/** Returns money. */
	refunds: ["owner", "administrator", "accountant"],
	/** Turns somebody's renewal off; nobody can turn it on but its owner. */
	stopRenewals: ["owner", "administrator", "support"],
	/** Gives a plan without payment. */
	grants: ["owner", "administrator"],
	/** Corrects somebody's allowance; without the next right by `SUPPORT_CORRECTS` messages a day. */
	allowances: ["owner", "administrator", "support"],
	anyAllowance: ["owner", "administrator"],
	/** Sees the catalogue of plans. */
	plans: ["owner", "administrator", "accountant"],
	/** Changes plans and what they cost. */
	changePlans: ["owner", "administrator"],
	/** Sees promo codes. */
	codes: ["owner", "administrator", "accountant"],
	/** Makes promo codes and switches them off. */
	changeCodes: ["owner", "administrator"],
	/** Sees the bills of companies, and says which are paid. */
	bills: ["owner", "administrator", "accountant"],
	/** Changes the name, the logo, the accent and the texts of the home page. */
	branding: ["owner"],
	/** Announces something on the pages of all. */
	announcements: ["owner", "administrator"],
	/** Writes to those who have agreed to news. */
	newsletters: ["owner", "administrator"],
	/** Publishes editions of the legal documents, and changes the details of the operator. */
	editions: ["owner", "administrator"],
	/** Connects and changes models. */
	models: ["owner", "administrator"],
	/** Sets the search, connects MCP servers, switches tools. */
	tools: ["owner", "administrator"],
	/** Sets keys. */
	secrets: ["owner"],
	/** Sees what the settings are, and what is announced. */
	settings: ["owner", "administrator", "accountant"],
	/** Sees who has which role. */
	team: ["owner", "administrator"],
	/** Gives and takes roles. */
	roles: ["owner"],
	/** Sees the figures of the service; money with the next right only. */
	statistics: ROLES,
	money: ["owner", "administrator", "accountant"],
	/** Sees servers, queues, copies, and what needs an act. */
	state: ["owner", "administrator"],
	/** Has a copy of the data made. */
	backups: ["owner", "administrator"],
	/** Goes through the list of the first run, and sends what it tries. */
	start: ["owner", "administrator"],
	/** Reads how people have rated answers, and their comments. */
	feedback: ["owner", "administrator", "support"],
	/** Opens a conversation that a person has shown to support; each time an entry of the journal. */
	shownConversations: ["owner", "administrator", "support"],
	/** Reads the journal; without the next right their own acts only. */
	journal: ROLES,
	wholeJournal: ["owner", "administrator"],
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof RIGHTS;

export const ALL_RIGHTS = Object.keys(RIGHTS) as Right[];

export const mayDo = (role: Role, right: Right): boolean => (RIGHTS[right] as readonly Role[]).includes(role);

/**
 * Whether a role may act on somebody who has a role too: support acts on nobody of the staff, an administrator on no
 * owner.
 */
export function mayActOn(role: Role, theirs: Role | null): boolean {
	if (theirs === null || role === "owner") return true;
	return role === "administrator" && theirs !== "owner";
}

/** Whether a role may give something to an account of this role; to themselves only an owner. */
export const mayGiveTo = (role: Role, theirs: Role | null, isSelf: boolean): boolean =>
	isSelf ? role === "owner" : mayActOn(role, theirs);
