import { createContext, type MiddlewareFunction } from "react-router";
import { readOwnData } from "../../../accounts/own-data.server.ts";
import { activationsData, billsData } from "../../../billing/bills/personal-data.server.ts";
import { allowancesData, paymentsData, subscriptionsData } from "../../../billing/personal-data.server.ts";
import { renewalsData } from "../../../billing/renewals/personal-data.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { PRIVATE } from "../../../platform/http/http.server.ts";
import { jsonStream } from "../../../platform/http/json-stream.server.ts";

/** Set by the act that has proved who asks. */
export const personFileContext = createContext<Response | null>(null);

/** Answers the form of the act with the file in place of a page: an action itself can answer with data only. */
export const sendPersonFile: MiddlewareFunction<Response> = async ({ context }, next) => {
	const page = await next();
	const file = context.get(personFileContext);
	if (!file) return page;
	await page.body?.cancel();
	return file;
};

const PARTS = [renewalsData, paymentsData, billsData, activationsData, subscriptionsData, allowancesData];

/**
 * The data that the service keeps of a person, as a file for them or for an authority that asks. Nothing of what they
 * write: no conversations, files and instructions, which a person downloads themself; and no waiting e-mails, which
 * bear links.
 */
export const personFile = (accountId: string) =>
	new Response(
		jsonStream(async () => ({ exportedAt: new Date().toISOString(), ...(await partsOf(accountId)) })),
		{
			headers: {
				...PRIVATE,
				"Content-Type": "application/json; charset=utf-8",
				"Content-Disposition": `attachment; filename="${accountId}.json"`,
			},
		},
	);

async function partsOf(accountId: string) {
	const own = await readOwnData(db(), accountId);
	const { about, answerStyle, aboutOffAt, ...account } = own.account;
	const { identities, consents, sessions, newsletters, events } = own;
	return {
		account,
		...{ identities, consents, sessions, newsletters, events },
		...Object.fromEntries(PARTS.map(({ part, read }) => [part, read(db(), accountId)])),
	};
}
