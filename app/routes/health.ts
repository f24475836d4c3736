import { checkDatabase } from "../platform/db/database-health.server.ts";
import { reservedDb } from "../platform/db/service.server.ts";
import { PRIVATE } from "../platform/http/http.server.ts";
import { isStopping } from "../platform/stopping.server.ts";

/** The whole response has to come within two seconds (docs/contract.md). */
const DATABASE_LIMIT_MS = 1_500;

/** Liveness and readiness for a proxy or an orchestrator: 200 while prompts can be answered, else 503. */
export async function loader() {
	const { database, schema, minSchema } = await checkDatabase(reservedDb(), DATABASE_LIMIT_MS);
	const ok = database === "ok" && !isStopping();
	return Response.json(
		{
			status: ok ? "ok" : isStopping() ? "stopping" : "unavailable",
			build: __BUILD_ID__,
			database,
			schema,
			min_schema: minSchema,
		},
		{ status: ok ? 200 : 503, headers: PRIVATE },
	);
}
