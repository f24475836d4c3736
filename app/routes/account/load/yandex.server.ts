import { accountSettings } from "../../../accounts/services.server.ts";
import { linkedYandex } from "../../../accounts/yandex/identities.server.ts";
import { db } from "../../../platform/db/service.server.ts";

/** How the account stands with Yandex ID. */
export type YandexView = {
	/** Whether the operator has configured it. One that is linked can be unlinked all the same. */
	offered: boolean;
	/** The login there; null: not linked. */
	login: string | null;
	/** Why linking has just come to nothing. */
	failure: YandexLinkFailure | null;
};

/** The words are in `yandex.failures`. */
const LINK_FAILURES = [
	"late",
	"cancelled",
	"refused",
	"unreachable",
	"taken",
	"has-another",
	"blocked",
	"closed",
] as const;
export type YandexLinkFailure = (typeof LINK_FAILURES)[number];

/** @param happened what the screen was told of the act that led to it */
export async function loadYandex(accountId: string, happened: { cause: string } | null): Promise<YandexView> {
	const linked = await linkedYandex(db, accountId);
	return {
		offered: accountSettings.yandex !== null,
		login: linked?.login ?? null,
		failure: LINK_FAILURES.find((why) => happened?.cause === `yandex-${why}`) ?? null,
	};
}
