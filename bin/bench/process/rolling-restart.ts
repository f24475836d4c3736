import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startPostgres } from "../../../tests/support/database/postgres-cluster.ts";
import { startFakeModel } from "../../../tests/support/fakes/fake-model.ts";
import { freePort, type Instance, startInstance } from "../../../tests/support/instance.ts";
import { findNginx, startNginx } from "../../../tests/support/nginx.ts";
import { readEnded } from "../support/ended-answers.ts";
import { modelled } from "../support/site.ts";
import { type Figure, round } from "../support/table.ts";
import { putLoad, register, Tally } from "./rolling-load.ts";

const SERVERS = 3;

/**
 * Replaces each of three servers behind nginx, one after the other, while people read pages, send forms and have
 * answers written. nginx has the configuration of `deploy/nginx`.
 */
export async function measureRollingRestart(): Promise<Figure[]> {
	const nginx = findNginx();
	if (!nginx) {
		console.error("rolling-restart: nginx is not installed here, so it is left out.");
		return [];
	}
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-rolling-"));
	const postgres = await startPostgres();
	const model = await startFakeModel();
	const port = await freePort();
	const url = postgres.urlOf("postgres");
	const ports = await Promise.all(Array.from({ length: SERVERS }, freePort));
	const open = (own: number) =>
		startInstance({
			env: {
				...modelled(model),
				APP_URL: `http://localhost:${port}`,
				DATABASE_URL: url,
				DATA_DIR: join(folder, String(own)),
				PORT: String(own),
				SESSION_SECRET: "a-secret-of-three-servers-for-a-measurement",
				TRUST_PROXY: "1",
			},
		});
	const servers: Instance[] = [];
	let proxy: { stop: () => Promise<void> } | undefined;
	try {
		for (const own of ports) servers.push(await open(own));
		proxy = await startNginx(nginx, join(folder, "nginx"), port, ports);
		const tally = new Tally();
		const people = await register(`http://localhost:${port}`);
		const load = putLoad(people, tally);
		await wait(1_000);
		let longestStop = 0;
		for (const [i, own] of ports.entries()) {
			const began = performance.now();
			const code = await servers[i]?.stop();
			longestStop = Math.max(longestStop, performance.now() - began);
			if (code !== 0) tally.failures.push(`a server ended with ${code}`);
			servers[i] = await open(own);
			await wait(1_000);
		}
		tally.isOver = true;
		await load;
		const texts = await readEnded(url, [...tally.answers.keys()]);
		const lost = [...tally.answers].filter(([id, text]) => texts.get(id) !== text).length;
		for (const failure of new Set(tally.failures)) console.error(`rolling-restart: ${failure}`);
		return [
			{
				what: `rolling restart of ${SERVERS} servers behind nginx: failed requests, of ${tally.requests}`,
				measured: String(tally.failures.length),
				bar: "0",
				limit: "0",
			},
			{ what: `… answers lost, of ${tally.answers.size}`, measured: String(lost), bar: "0", limit: "0" },
			{ what: "… longest stop, s", measured: round(longestStop / 1_000), bar: "10", limit: "–" },
			{
				what: "… longest pause of an answer that another server took over, s",
				measured: round(tally.longestPauseMs / 1_000),
				bar: "–",
				limit: "–",
			},
		];
	} finally {
		await proxy?.stop();
		await Promise.all(servers.map((server) => server.stop()));
		await model.stop();
		await postgres.stop();
		rmSync(folder, { recursive: true, force: true });
	}
}
