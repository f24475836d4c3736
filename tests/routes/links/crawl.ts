import { builtRoutes } from "../../security/built-routes.ts";
import type { Person } from "../../support/person.ts";
import { type Drawn, elementsOf, faultsOf, idsOf, targetsOf } from "./drawn-page.ts";

/** So many addresses of one shape are asked: the others differ by an id, a number or a day. */
const OF_A_SHAPE = 3;
/** More than this site has. */
const MOST = 1_500;

/** An address to be asked, and the page that leads to it; null: none does. */
type Queued = { address: string; from: string | null };

export type Crawled = {
	faults: string[];
	/** The pages of acts that were drawn: «/admin/plans off». */
	acts: string[];
};

/**
 * Follows everything that a person's pages lead to, beginning with some: links, and the pages that forms are sent to,
 * which are only asked for. Nothing is sent.
 * @param within where the pages begin that are looked at; others are asked whether they are there
 */
export async function crawl(person: Person, starts: readonly string[], within = "/"): Promise<Crawled> {
	const routes = builtRoutes();
	const faults = new Set<string>();
	const acts = new Set<string>();
	/** The ids of each page that was looked at. */
	const ids = new Map<string, ReadonlySet<string>>();
	const anchors: { page: string; id: string; from: string }[] = [];
	const asked = new Set<string>();
	const isFew = shapes();
	const queue: Queued[] = starts.map((address) => ({ address, from: null }));

	const look = (page: URL, elements: readonly Drawn[]) => {
		const here = page.pathname + page.search;
		ids.set(here, new Set(idsOf(elements)));
		const act = page.searchParams.get("do");
		if (act !== null) acts.add(`${page.pathname} ${act}`);
		for (const fault of faultsOf(elements)) faults.add(`${here}: ${fault}`);
		for (const { by, path, query, hash } of targetsOf(elements, page)) {
			const found = routes.filter((route) => route.path === path);
			if (by === "post" && !found.some(({ hasAction }) => hasAction))
				faults.add(`${here}: nothing takes the form to ${path}`);
			// Without the fields of its form such an address means nothing.
			if (by !== "link" && found.length > 0 && found.every(({ isResource }) => isResource)) continue;
			const address = by === "get" ? path : path + query;
			queue.push({ address, from: here });
			if (by === "link" && hash) anchors.push({ page: address, id: decodeURIComponent(hash), from: here });
		}
	};

	for (const { address, from } of queue) {
		if (asked.has(address) || (from !== null && !isFew(address))) continue;
		if (asked.size === MOST) {
			faults.add(`more than ${MOST} pages`);
			break;
		}
		asked.add(address);
		const page = new URL(address, person.url);
		const response = await person.fetch(address);
		const { status, headers } = response;
		const told = `${status} ${address}, from ${from}`;
		if (status >= 400) faults.add(told);
		const isFile = headers.get("Content-Disposition")?.startsWith("attachment") ?? false;
		if (page.searchParams.has("format") && !isFile) faults.add(`${told}: no file`);
		const next = headers.get("Location") === null ? null : URL.parse(headers.get("Location") ?? "", page);
		if (next?.origin === page.origin) queue.push({ address: next.pathname + next.search, from: address });
		const isPage = status === 200 && !isFile && headers.get("Content-Type")?.startsWith("text/html");
		if (isPage && address.startsWith(within)) look(page, elementsOf(await response.text()));
		else await response.body?.cancel();
	}
	for (const { page, id, from } of anchors)
		if (ids.get(page)?.has(id) === false) faults.add(`${from}: there is no #${id} on ${page}`);
	return { faults: [...faults], acts: [...acts] };
}

/** @returns whether an address is one of the first of its shape: ids, numbers and days make no shape, words do */
function shapes(): (address: string) => boolean {
	const counts = new Map<string, number>();
	return (address) => {
		const { pathname, searchParams } = new URL(address, "http://any.invalid");
		const parts = [...searchParams].map(([name, value]) =>
			/^[a-z]+(-[a-z]+)*$/.test(value) ? `${name}=${value}` : name,
		);
		const shape = [pathname, ...parts.toSorted()].join(" ");
		const count = (counts.get(shape) ?? 0) + 1;
		counts.set(shape, count);
		return count <= OF_A_SHAPE;
	};
}
