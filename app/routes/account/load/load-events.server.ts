import {
	type AccountEventKind,
	lastEvents,
	OPERATOR,
} from "../../../accounts/audit/account-events.server.ts";
import { maskedNetwork } from "../../../accounts/http/request-client.server.ts";
import { deviceName } from "../../../accounts/sessions/device.server.ts";
import { minuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";

const SHOWN = 20;

export type EventView = {
	id: string;
	kind: AccountEventKind;
	/** Null: the operator did it, without a browser. */
	from: { /** Null: nothing recognised. */ device: string | null; network: string } | null;
	at: string;
};

export async function loadEvents(accountId: string): Promise<EventView[]> {
	const events = await lastEvents(db(), accountId, SHOWN);
	return events.map(({ id, kind, at, network, userAgent }) => ({
		id,
		kind,
		from: network === OPERATOR.ip ? null : { device: deviceName(userAgent), network: maskedNetwork(network) },
		at: minuteOf(at),
	}));
}
