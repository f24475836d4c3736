import type { Config } from "../../platform/config.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { Gateway } from "./gateway.ts";
import { sandboxGateway } from "./sandbox.server.ts";
import { yookassaGateway } from "./yookassa/gateway.server.ts";

type Settings = Pick<Config, "payments" | "appUrl" | "yookassa" | "receipts">;

/**
 * The configured gateway; undefined when payments are off.
 * @param contactEmail the operator's own address; null while it is not set
 */
export function openGateway(
	db: Db,
	{ payments, appUrl, yookassa, receipts }: Settings,
	contactEmail: () => string | null,
): Gateway | undefined {
	if (payments === "sandbox") return sandboxGateway(db, appUrl);
	if (payments === "yookassa" && yookassa) return yookassaGateway({ ...yookassa, receipts, contactEmail });
	return undefined;
}
