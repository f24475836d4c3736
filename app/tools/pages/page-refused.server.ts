/** Why a page is not read; the texts for the model are in `read-page.server.ts`. */
export type PageProblem =
	| "no-address"
	| "not-public"
	| "no-host"
	| "unavailable"
	| "timeout"
	| "redirects"
	| "closed"
	| "not-found"
	| "busy"
	| "too-large"
	| "too-hard"
	| "unsupported"
	| "no-text"
	| "encrypted"
	| "scan";

/** A page that is not read. */
export class PageRefused extends Error {
	readonly problem: PageProblem;
	constructor(problem: PageProblem) {
		super(problem);
		this.name = "PageRefused";
		this.problem = problem;
	}
}
