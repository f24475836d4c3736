import { accountSettings } from "../../../accounts/services.server.ts";
import { linkedYandex } from "../../../accounts/yandex/identities.server.ts";
import { db } from "../../../platform/db/service.server.ts";

/** The account's Yandex ID as the screen shows it. */
export type YandexView = {
	/** Whether the operator has configured it. A linked one can be unlinked in any case. */
	offered: boolean;
	/** The login there; null: not linked. */
	login: string | null;
	/** Why linking has just failed. */
	failure: YandexLinkFailure | null;
};

/** The texts are in `yandex.failures`. */
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

/** @param flash the flash cookie of this screen */
export async function loadYandex(accountId: string, flash: { cause: string } | null): Promise<YandexView> {
	const linked = await linkedYandex(db(), accountId);
	return {
		offered: accountSettings().yandex !== null,
		login: linked?.login ?? null,
		failure: LINK_FAILURES.find((why) => flash?.cause === `yandex-${why}`) ?? null,
	};
}
