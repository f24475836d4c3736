import { proveOwner } from "../../../accounts/password/prove-owner.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import { throttleAll, throttles } from "../../../accounts/throttle.server.ts";
import { unlinkYandex } from "../../../accounts/yandex/link-yandex.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { proofOf } from "./owners-proof.server.ts";
import { type AccountAction, done, notProved, tryActionLater } from "./responses.server.ts";

/** `intent=unlink-yandex`: unlinks the Yandex ID. Repeating it is harmless. */
export const unlinkYandexAction: AccountAction = async ({ form, account, client }) => {
	const proved = await proveOwner(db(), accountSettings(), account.id, proofOf(form), client);
	if (proved.outcome !== "proved") return notProved("unlink-yandex", proved);
	const counts = throttles.wayIn(accountSettings().secret, account.id);
	const throttled = await throttleAll(db(), counts, Date.now());
	if (!throttled.allowed) return tryActionLater("unlink-yandex", throttled.retryAfterSeconds);
	await unlinkYandex(db(), accountSettings(), account.id, client);
	return done("yandex-unlinked");
};
