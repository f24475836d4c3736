import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import autocannon from "autocannon";
import { cpuMs } from "./processes.ts";
import { type Figure, round } from "./table.ts";

const SECONDS = 5;
const CONNECTIONS = 10;

type Load = { perSecond: number; cpuUs: number };

/** `/login` for an anonymous visitor against a bare server that renders the same tree, in turn. */
export async function measureLogin(url: string, pid: number): Promise<Figure[]> {
	const html = await (await fetch(`${url}/login`)).text();
	const bare = await startBare(html);
	try {
		await load(`${url}/login`, pid, 2);
		const ours = await load(`${url}/login`, pid, SECONDS);
		const limit = await load(`http://127.0.0.1:${bare.port}/`, bare.pid, SECONDS);
		const share = (ours.perSecond / limit.perSecond) * 100;
		return [
			{
				what: `/login, requests/s at ${CONNECTIONS} connections`,
				measured: `${round(ours.perSecond, 0)} (${round(share, 0)} % of bare)`,
				bar: "15 000",
				limit: `${round(limit.perSecond, 0)} (renderToString of the same tree)`,
			},
			{
				what: "/login, CPU µs a request",
				measured: round(ours.cpuUs, 0),
				bar: "60",
				limit: round(limit.cpuUs, 0),
			},
		];
	} finally {
		bare.end();
	}
}

/** Asks for one page over and over. */
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

async function startBare(html: string) {
	const child = spawn(process.execPath, [join(import.meta.dirname, "bare-server.ts")], {
		stdio: ["pipe", "pipe", "inherit"],
		env: { ...process.env, NODE_ENV: "production" },
	});
	child.stdin.end(html);
	const [line] = await once(child.stdout, "data");
	return { port: Number(String(line)), pid: child.pid ?? 0, end: () => void child.kill() };
}
