import { type DataStrategyResult, data, type MiddlewareFunction } from "react-router";
import { type Lost, RequestLost } from "./request-lost.ts";

type Results = Record<string, DataStrategyResult>;

/**
 * Client middleware that turns a lost submission into the data `Lost` instead of an error, which would replace the
 * screen and everything typed into it. Its status keeps the framework from revalidating.
 */
export const keepLostSubmissions: MiddlewareFunction<Results> = async (_, next) => {
	const results = await next();
	for (const [routeId, { result }] of Object.entries(results)) {
		const error = lostIn(result);
		if (!error) continue;
		const lost: Lost = { lost: true, status: error.status };
		results[routeId] = { type: "data", result: data(lost, { status: 503 }) };
	}
	return results;
};

/** The framework wraps what an action throws. */
function lostIn(result: unknown): RequestLost | undefined {
	if (result instanceof RequestLost) return result;
	const inside = typeof result === "object" && result !== null && "data" in result ? result.data : undefined;
	return inside instanceof RequestLost ? inside : undefined;
}
