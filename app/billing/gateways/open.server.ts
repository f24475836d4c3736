import type { Config } from "../../config.server.ts";
import type { Db } from "../../db/connection.server.ts";
import type { Gateway } from "./gateway.ts";
import { sandboxGateway } from "./sandbox.server.ts";

/** The gateway that the settings name; undefined when nothing is taken. */
export function openGateway(db: Db, settings: Pick<Config, "payments" | "appUrl">): Gateway | undefined {
	if (settings.payments === "sandbox") return sandboxGateway(db, settings.appUrl);
	return undefined;
}
