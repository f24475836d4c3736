import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";

/** Finds all addresses of a name, as `dns.lookup` does. */
export type Lookup = (
	name: string,
	options: { all: true },
	found: (error: Error | null, found: LookupAddress[]) => void,
) => void;

/** The time of one question to one server of names; it is asked twice. */
const TIMEOUT_MS = 2_000;

/**
 * All addresses of a public name, from the servers of names themselves: the system's own way would hold a thread of
 * the pool for as long as a stranger's server of names is silent, and other names would wait for it.
 */
export const publicLookup: Lookup = (name, _, found) => {
	const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
	const of = (addresses: string[], family: 4 | 6): LookupAddress[] =>
		addresses.map((address) => ({ address, family }));
	void Promise.all([
		resolver.resolve4(name).then((addresses) => of(addresses, 4), failed),
		resolver.resolve6(name).then((addresses) => of(addresses, 6), failed),
	]).then(([four, six]) => found(null, [...four, ...six]));
};

/** No address of one family: a server that does not answer is as good as a name without. */
const failed = (): LookupAddress[] => [];
