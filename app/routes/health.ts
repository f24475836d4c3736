import { sql } from "kysely";
import { diskFailure } from "../platform/db/connection.server.ts";
import { db } from "../platform/db/service.server.ts";
import { PRIVATE } from "../platform/http/http.ts";
import { log } from "../platform/log.server.ts";

/** The whole response has to come within two seconds (docs/contract.md). */
const DATABASE_LIMIT_MS = 1_500;

/** Liveness and readiness for a proxy or an orchestrator: 200 while prompts can be answered, else 503. */
export async function loader() {
	const database = await askDatabase();
	const ok = database === "ok";
	return Response.json(
		{ status: ok ? "ok" : "unavailable", build: __BUILD_ID__, database },
		{ status: ok ? 200 : 503, headers: PRIVATE },
	);
}

/** `disk`: the database responds, but new writes may not survive a power cut. */
async function askDatabase(): Promise<"ok" | "error" | "timeout" | "disk"> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<"timeout">((resolve) => {
		timer = setTimeout(() => resolve("timeout"), DATABASE_LIMIT_MS);
	});
	const asked = sql`select 1`.execute(db).then(
		() => (diskFailure(db) === undefined ? ("ok" as const) : ("disk" as const)),
		(error: unknown) => {
			log.error("База данных не отвечает", { error });
			return "error" as const;
		},
	);
	try {
		return await Promise.race([asked, late]);
	} finally {
		clearTimeout(timer);
	}
}
