import { maskedNetwork } from "../../../accounts/http/request-client.server.ts";
import { type Device, deviceName, deviceOf } from "../../../accounts/sessions/device.server.ts";
import { openSessions } from "../../../accounts/sessions/sessions.server.ts";
import { type Ago, agoOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";

export type DeviceView = {
	/** The id of the session's row; it authenticates nothing. */
	sessionId: string;
	/** Null: nothing recognised. */
	name: string | null;
	kind: Device["kind"];
	network: string;
	seen: Ago;
	current: boolean;
};

/** The account's open sessions; this device first. */
export async function loadDevices(accountId: string, sessionId: string, now = Date.now()) {
	const devices = (await openSessions(db(), accountId, now)).map((session): DeviceView => {
		const current = session.id === sessionId;
		return {
			sessionId: session.id,
			name: deviceName(session.userAgent),
			kind: deviceOf(session.userAgent).kind,
			network: maskedNetwork(session.network),
			seen: current ? { unit: "now" } : agoOf(session.seenAt, now),
			current,
		};
	});
	return devices.sort((a, b) => Number(b.current) - Number(a.current));
}
