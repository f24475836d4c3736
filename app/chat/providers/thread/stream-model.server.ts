import type { ProviderEvent } from "../provider.server.ts";
import { streamCompletion, streamsHere } from "../wire/stream-completion.server.ts";
import { BackgroundStreams } from "./background-streams.server.ts";
import { IdleCores } from "./idle-cores.server.ts";

/** Of so few, a piece is sooner through without another thread, which takes memory besides. */
const MOST_HERE = 100;
/** The thread takes a tenth more CPU for a piece: where other processes have all of it, everything would be later. */
const IDLE_CORES = 0.25;

type Options = { mostHere?: number; idle?: { readonly count: number } };

/**
 * Distributes streams of models between this thread and another.
 * @param mostHere live streams up to which the other thread is not used
 * @param idle the cores of the machine without work
 * @returns as `streamCompletion()`
 */
export function distributeStreams(
	background: BackgroundStreams,
	{ mostHere = MOST_HERE, idle = new IdleCores() }: Options = {},
) {
	return (...request: Parameters<typeof streamCompletion>): AsyncGenerator<ProviderEvent> => {
		const isFew = streamsHere() + background.count < mostHere;
		const here = isFew || !background.works || idle.count < IDLE_CORES;
		return here ? streamCompletion(...request) : background.stream(...request);
	};
}

/** Streams of this process: where many are read at once and the machine has room for it, another thread reads them. */
export const streamModel = distributeStreams(new BackgroundStreams());
