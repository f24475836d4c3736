import { type AccountEventKind, lastEvents } from "../../accounts/account-events.server.ts";
import { maskedNetwork } from "../../accounts/client.ts";
import { deviceName } from "../../accounts/device.ts";
import { minuteOf } from "../../dates.server.ts";
import { db } from "../../db/current.server.ts";

const SHOWN = 20;

export type EventView = {
	id: string;
	kind: AccountEventKind;
	/** Null: the browser says nothing we know. */
	device: string | null;
	network: string;
	at: string;
};

export async function loadEvents(accountId: string): Promise<EventView[]> {
	const events = await lastEvents(db, accountId, SHOWN);
	return events.map(({ id, kind, at, network, userAgent }) => ({
		id,
		kind,
		device: deviceName(userAgent),
		network: maskedNetwork(network),
		at: minuteOf(at),
	}));
}
