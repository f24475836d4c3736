import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { exported } from "../../../tests/chat/import/export.ts";
import { DEFAULT_ANSWER } from "../../../tests/support/fakes/fake-model-text.ts";
import { type Instance, startInstance } from "../../../tests/support/instance.ts";
import { somebodySignedIn } from "../support/filling.ts";
import { cpuMs, memoryMb } from "../support/processes.ts";
import { withDataDir } from "../support/site.ts";
import { type Figure, round } from "../support/table.ts";

const MESSAGES = 40;
const TOKEN = "the bench reads the metrics of its own instance";

/**
 * The import of a ChatGPT export, generated while it is sent: the file is never held in memory.
 * @param megabytes of the file
 */
export const measureImport = (megabytes = 400): Promise<Figure[]> =>
	withDataDir(async (folder, url) => {
		const { cookie } = await somebodySignedIn(url);
		const env = { DATA_DIR: folder, LOG_LEVEL: "error", METRICS_TOKEN: TOKEN };
		const instance = await startInstance({ env });
		try {
			await wait(1_000);
			const pid = instance.process.pid ?? 0;
			const idle = memoryMb(pid);
			let peak = idle;
			const watch = setInterval(() => {
				peak = Math.max(peak, memoryMb(pid));
			}, 100);
			// Resets the maximum since the last reading.
			await longestHold(instance);
			const [began, cpu] = [performance.now(), cpuMs(pid)];
			const status = await upload(instance, cookie, megabytes * 1024 ** 2);
			if (status !== 303) throw new Error(`The upload was answered ${status}.`);
			while (await isUnfinished(instance, cookie)) await wait(200);
			const importedMs = performance.now() - began;
			await searchable(folder);
			clearInterval(watch);
			const hold = await longestHold(instance);
			const seconds = (performance.now() - began) / 1_000;
			const imported = importedMs / 1_000;
			const cpuShare = (cpuMs(pid) - cpu) / (seconds * 10);
			return [
				{
					what: `import of ${megabytes} MB of conversations, peak of memory above idle, MB`,
					measured: `${round(peak - idle, 0)} (${round(peak, 0)} in all)`,
					bar: "150",
					limit: `– (${round(imported, 0)} s, CPU ${round(cpuShare, 0)} %)`,
				},
				{
					what: "… from the first byte until the search finds all of it, s",
					measured: round(seconds, 0),
					bar: "–",
					limit: "–",
				},
				{
					what: "… longest hold of the event loop, ms",
					measured: round(hold, 0),
					bar: "50",
					limit: "–",
				},
			];
		} finally {
			await instance.stop();
		}
	});

async function isUnfinished(instance: Instance, cookie: string): Promise<boolean> {
	const answer = await fetch(`${instance.url}/chat/import/progress`, { headers: { Cookie: cookie } });
	return (await answer.json()) !== null;
}

/** In milliseconds, since the last reading. */
async function longestHold(instance: Instance): Promise<number> {
	const answer = await fetch(`${instance.url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
	const [, seconds] = /delay_seconds\{quantile="1"\} (\S+)/.exec(await answer.text()) ?? [];
	return Number(seconds) * 1_000;
}

/** Until every conversation is in the search's index. */
async function searchable(folder: string): Promise<void> {
	const db = new DatabaseSync(join(folder, "sobesednik.db"), { readOnly: true, timeout: 60_000 });
	const left = db.prepare("select 1 from conversations where indexed_at is null limit 1");
	while (left.get()) await wait(200);
	db.close();
}

async function upload(instance: Instance, cookie: string, bytes: number): Promise<number> {
	const sent = request(`${instance.url}/chat/import`, {
		method: "POST",
		headers: {
			Cookie: cookie,
			Origin: instance.url,
			"Content-Type": "multipart/form-data; boundary=bench",
		},
	});
	const answered = new Promise<number>((resolve, reject) => {
		sent.once("error", reject).once("response", (response) => resolve(response.resume().statusCode ?? 0));
	});
	for (const chunk of body(bytes)) if (!sent.write(chunk)) await once(sent, "drain");
	sent.end();
	return answered;
}

function* body(bytes: number) {
	yield '--bench\r\nContent-Disposition: form-data; name="file"; filename="conversations.json"\r\nContent-Type: application/json\r\n\r\n[';
	const said = Array.from({ length: MESSAGES }, (_, i) => ({
		id: `m${i}`,
		parent: i === 0 ? null : `m${i - 1}`,
		role: i % 2 === 0 ? ("user" as const) : ("assistant" as const),
		text: i % 2 === 0 ? "Расскажи ещё раз, как заварить чай?" : DEFAULT_ANSWER.repeat(4),
		at: 1_700_000_000 + i,
	}));
	const template = JSON.stringify(exported("@@", said));
	const size = Buffer.byteLength(template);
	for (let i = 0, sent = 0; sent < bytes; i++, sent += size)
		yield `${i === 0 ? "" : ","}${template.replaceAll("@@", `c${i}`)}`;
	yield "]\r\n--bench--\r\n";
}
