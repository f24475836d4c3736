import { availableParallelism } from "node:os";
import type { ProviderEvent } from "../provider.server.ts";
import { streamCompletion, streamsHere } from "../wire/stream-completion.server.ts";
import { BackgroundStreams } from "./background-streams.server.ts";

/** Of so few, a piece is sooner through without another thread, which takes memory besides. */
const MOST_HERE = 100;

type Options = { mostHere?: number; cores?: number };

/**
 * Distributes streams of models between this thread and another.
 * @param mostHere live streams up to which the other thread is not used
 * @returns as `streamCompletion()`
 */
export function distributeStreams(
	background: BackgroundStreams,
	{ mostHere = MOST_HERE, cores = availableParallelism() }: Options = {},
) {
	return (...request: Parameters<typeof streamCompletion>): AsyncGenerator<ProviderEvent> => {
		const isFew = streamsHere() + background.count < mostHere;
		const here = isFew || !background.works || cores < 2;
		return here ? streamCompletion(...request) : background.stream(...request);
	};
}

/** Streams of this process: where many are read at once and there is a core for it, another thread reads them. */
export const streamModel = distributeStreams(new BackgroundStreams());
