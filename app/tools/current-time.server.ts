import * as v from "valibot";
import { fullMomentIn } from "../platform/dates/full-moment.server.ts";
import { ownTool } from "./own-tool.server.ts";
import type { Tool } from "./tool.server.ts";

/** The date and the time, which a model does not know. @param ownZone the operator's time zone */
export function currentTime(ownZone: string): Tool {
	return ownTool({
		name: "current_time",
		title: "Дата и время",
		description: `Текущие дата, день недели и время. Без time_zone — в часовом поясе ${ownZone}.`,
		properties: {
			time_zone: {
				type: "string",
				description: "Часовой пояс по базе IANA, например Asia/Vladivostok",
			},
		},
		required: [],
		args: v.object({
			time_zone: v.optional(
				v.pipe(
					v.string("нужна строка"),
					v.check(isKnown, "такого часового пояса нет, нужно имя вида Europe/Moscow"),
				),
			),
		}),
		async run({ time_zone: timeZone = ownZone }, { now }) {
			return { ok: true, text: `${fullMomentIn(timeZone, now)}, часовой пояс ${timeZone}.` };
		},
	});
}

/** Without a formatter that is kept: a model may name what it likes. */
function isKnown(timeZone: string): boolean {
	try {
		return fullMomentIn(timeZone, 0) !== "";
	} catch {
		return false;
	}
}
