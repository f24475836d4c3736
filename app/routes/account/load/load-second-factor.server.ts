import {
	findKeyToSetUp,
	type KeyToSetUp,
} from "../../../accounts/second-factor/begin-second-factor.server.ts";
import { secondFactorOf } from "../../../accounts/second-factor/second-factor.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { Account } from "../../../platform/http/context.server.ts";
import { type Qr, qrOf } from "../totp/qr-path.server.ts";

/** The second factor as the screen shows it. */
export type SecondFactorView =
	| { state: "off" }
	/** A key waits for its first code. Sent only to the page that shows it. */
	| ({ state: "begun"; qr: Qr } & KeyToSetUp)
	| { state: "on"; recoveryCodesLeft: number };

/** @param doing the action that is shown as a page of its own */
export async function loadSecondFactor(
	account: Pick<Account, "id" | "email">,
	doing: string | null,
): Promise<SecondFactorView> {
	const factor = await secondFactorOf(db(), account.id);
	if (factor.state === "on") return { state: "on", recoveryCodesLeft: factor.recoveryCodesLeft };
	const waiting =
		factor.state === "begun" && doing === "totp" && (await findKeyToSetUp(db(), accountSettings(), account));
	return waiting ? { state: "begun", ...waiting, qr: await qrOf(waiting.uri) } : { state: "off" };
}
