import type { Config } from "../../platform/config.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { Gateway } from "./gateway.ts";
import { sandboxGateway } from "./sandbox.server.ts";
import { yookassaGateway } from "./yookassa/gateway.server.ts";

type Settings = Pick<Config, "payments" | "appUrl" | "yookassa" | "receipts">;

/** The configured gateway; undefined when payments are off. */
export function openGateway(db: Db, { payments, appUrl, yookassa, receipts }: Settings): Gateway | undefined {
	if (payments === "sandbox") return sandboxGateway(db, appUrl);
	if (payments === "yookassa" && yookassa) return yookassaGateway({ ...yookassa, receipts });
	return undefined;
}
