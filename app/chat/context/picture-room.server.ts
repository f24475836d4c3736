import { MOST_PICTURE_TOKENS } from "../../files/pictures/picture-tokens.server.ts";

/** The most pictures of a request: as many as a scan may have pages. */
const MOST = 20;
/** Pictures take at most this share of the room. */
const SHARE = 0.75;

/**
 * How many pictures a model is shown at once.
 * @param room tokens of the context for everything that is sent
 */
export const picturesFor = (room: number): number =>
	Math.max(1, Math.min(MOST, Math.floor((room * SHARE) / MOST_PICTURE_TOKENS)));
