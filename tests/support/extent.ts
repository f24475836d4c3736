/** Whether this is `npm run test:full`, as in CI: counts are as high as they find anything, and soaks run. */
export const IS_FULL = process.env.TEST_EXTENT === "full";

/** So much in `npm test`, and so much in `npm run test:full`: rounds, cases, letters. */
export const extent = (usual: number, full: number): number => (IS_FULL ? full : usual);

/**
 * One of every so many; in `npm run test:full` all. Each group gives the next one of its places, so that lists which
 * repeat themselves are not met at the same place again and again.
 */
export const someOf = <T>(all: readonly T[], oneOf: number): readonly T[] =>
	IS_FULL ? all : all.filter((_, i) => i % oneOf === Math.floor(i / oneOf) % oneOf);
