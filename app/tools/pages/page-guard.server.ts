import { type LookupAddress, type LookupOptions, lookup as systemLookup } from "node:dns";
import { isIP } from "node:net";
import { PageRefused } from "./page-refused.server.ts";
import { isPublicAddress } from "./public-address.server.ts";
import { type Lookup, publicLookup } from "./public-lookup.server.ts";

type Pinned = (
	error: NodeJS.ErrnoException | null,
	address: string | LookupAddress[],
	family?: number,
) => void;

/**
 * Says what may be connected to. An address is looked at where the connection is made: a name is resolved once, and
 * what was looked at is what is connected to, so a name that changes its address in between gains nothing.
 */
export class PageGuard {
	readonly #hosts: ReadonlySet<string>;
	readonly #lookup: Lookup;
	readonly #ports: ReadonlySet<string>;

	/**
	 * @param hosts of the operator's own network, with their ports
	 * @param ports of public hosts
	 * @param lookup of their names
	 */
	constructor({
		hosts = [],
		ports = ["80", "443"],
		lookup = publicLookup,
	}: {
		hosts?: readonly string[];
		ports?: readonly string[];
		lookup?: Lookup;
	} = {}) {
		this.#hosts = new Set(hosts);
		this.#ports = new Set(ports);
		this.#lookup = lookup;
	}

	/**
	 * An address that may be asked for.
	 * @param from the page that leads to it: the outside cannot send anybody to the operator's own hosts
	 * @throws {PageRefused}
	 */
	check(address: string, from?: URL): URL {
		const url = URL.parse(address, from);
		if (!url || !/^https?:$/.test(url.protocol)) throw new PageRefused("no-address");
		if (url.username || url.password) throw new PageRefused("no-address");
		if (this.#isOwn(url)) {
			if (from && !this.#isOwn(from)) throw new PageRefused("not-public");
			return url;
		}
		if (!this.#ports.has(portOf(url))) throw new PageRefused("not-public");
		// A connection to a number never asks for its address.
		const number = url.hostname.replace(/^\[|\]$/g, "");
		if (isIP(number) && !isPublicAddress(number)) throw new PageRefused("not-public");
		if (/(?:^|\.)localhost\.?$/.test(number)) throw new PageRefused("not-public");
		return url;
	}

	/** The lookup by which a connection resolves its host. */
	lookupFor(url: URL) {
		const isOwn = this.#isOwn(url);
		const lookup: Lookup = isOwn ? systemLookup : this.#lookup;
		return (name: string, options: LookupOptions, pinned: Pinned) => {
			lookup(name, { all: true }, (error, found) => {
				const [first] = found ?? [];
				if (error || !first) return pinned(new PageRefused("no-host"), "");
				// One address that is not public is enough: which of them would be connected to is not ours to say.
				if (!isOwn && !found.every(({ address }) => isPublicAddress(address)))
					return pinned(new PageRefused("not-public"), "");
				if (options.all) pinned(null, found);
				else pinned(null, first.address, first.family);
			});
		};
	}

	#isOwn = (url: URL) => this.#hosts.has(`${url.hostname}:${portOf(url)}`);
}

const portOf = ({ port, protocol }: URL) => port || (protocol === "https:" ? "443" : "80");
