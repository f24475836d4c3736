import { createContext, type RouterContextProvider } from "react-router";

/** The role of an account, by which it may do more than its own things: `mayDo` has the acts of each role. */
export type Role = "owner" | "administrator" | "support" | "accountant";

/** The signed-in person, as established by the guard; read once per request, with the session. */
export type Account = {
	id: string;
	email: string;
	name: string | null;
	/** Null: a person like all others. */
	role: Role | null;
	/** The model of a new chat; null: the first of the catalogue. */
	defaultModel: string | null;
};

/** Set by the session middleware on every request; null for an anonymous visitor. */
export const accountContext = createContext<Account | null>(null);

/** The id of the signed-in person's session; set together with the account. */
export const sessionContext = createContext<string | null>(null);

/** The id of this request, for the log and for the error page. */
export const requestIdContext = createContext<string>("");

/** Whether the database did not answer this request. */
export const databaseAwayContext = createContext<boolean>(false);

/** The visitor's IP address, for throttling; empty where the server in `server/` does not run in front. */
export const clientAddressContext = createContext<string>("");

/** The part of a loader's or an action's arguments that tells who asks for what. */
export type RouteArgs = { request: Request; context: Readonly<RouterContextProvider> };
