import type { Scenario } from "../../support/fakes/fake-model-scenarios.ts";

/** An answer that says its beginning, and the rest when the test lets it. */
export function inTwoParts(beginning: string, rest: string) {
	const { promise: free, resolve: goOn } = Promise.withResolvers<void>();
	const scenario: Scenario = async (reply) => {
		await reply.stream(beginning);
		await free;
		await reply.stream(rest);
		reply.finish();
	};
	return { scenario, goOn };
}
