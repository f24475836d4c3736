import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import autocannon from "autocannon";
import { cpuMs } from "../support/processes.ts";
import { onSite } from "../support/site.ts";
import { type Figure, round } from "../support/table.ts";

const SECONDS = 5;
const CONNECTIONS = 10;

type Load = { perSecond: number; cpuUs: number };

/**
 * The pages of an anonymous visitor, served from the page cache, against a baseline server that sends the same bytes; and
 * the same page rendered, as with a query, against a baseline server that renders the same tree. Alternately.
 */
export const measurePages = (): Promise<Figure[]> =>
	onSite(async ({ instance }) => {
		const pid = instance.process.pid ?? 0;
		const figures: Figure[] = [];
		for (const path of ["/", "/login"]) {
			const { ours, limit } = await compare(instance.url + path, pid, "static");
			figures.push(
				{
					what: `${path} from memory, requests/s at ${CONNECTIONS} connections`,
					measured: shareOf(ours.perSecond, limit.perSecond),
					bar: "15 000",
					limit: `${round(limit.perSecond, 0)} (node:http, the same bytes)`,
				},
				{
					what: `${path} from memory, CPU µs a request`,
					measured: round(ours.cpuUs, 0),
					bar: "60",
					limit: round(limit.cpuUs, 0),
				},
			);
		}
		const { ours, limit } = await compare(`${instance.url}/login?bench=1`, pid, "rendered");
		figures.push({
			what: "/login rendered, CPU µs a request",
			measured: round(ours.cpuUs, 0),
			bar: "–",
			limit: `${round(limit.cpuUs, 0)} (renderToString of the same tree)`,
		});
		return figures;
	});

const shareOf = (ours: number, limit: number) =>
	`${round(ours, 0)} (${round((ours / limit) * 100, 0)} % of baseline)`;

async function compare(url: string, pid: number, way: "static" | "rendered") {
	const baseline = await startBaseline(await (await fetch(url)).text(), way);
	try {
		for (const [target, process] of [
			[url, pid],
			[baseline.url, baseline.pid],
		] as const)
			await load(target, process, 2);
		return { ours: await load(url, pid, SECONDS), limit: await load(baseline.url, baseline.pid, SECONDS) };
	} finally {
		baseline.end();
	}
}

/** Requests one page repeatedly. */
export async function load(
	target: string,
	pid: number,
	seconds: number,
	headers: Record<string, string> = {},
): Promise<Load> {
	const before = cpuMs(pid);
	const result = await autocannon({ url: target, connections: CONNECTIONS, duration: seconds, headers });
	if (result.non2xx > 0) throw new Error(`${target}: ${result.non2xx} answers were not 2xx`);
	const total = result["2xx"];
	return { perSecond: total / result.duration, cpuUs: ((cpuMs(pid) - before) * 1000) / total };
}

/** A baseline server of one page, which it renders for each request or sends as fixed bytes. */
export async function startBaseline(html: string, way: "static" | "rendered" = "rendered") {
	const child = spawn(process.execPath, [join(import.meta.dirname, "../support/baseline-server.ts"), way], {
		stdio: ["pipe", "pipe", "inherit"],
		env: { ...process.env, NODE_ENV: "production" },
	});
	child.stdin.end(html);
	const [line] = await once(child.stdout, "data");
	return {
		url: `http://127.0.0.1:${Number(String(line))}/`,
		pid: child.pid ?? 0,
		end: () => void child.kill(),
	};
}
