import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { hashPassword, verifyPassword } from "../../../app/accounts/password/passwords.server.ts";
import { type Instance, startInstance } from "../../../tests/support/instance.ts";
import { Person } from "../../../tests/support/person.ts";
import { type Figure, round } from "../support/table.ts";

const SECONDS = 5;
const AT_ONCE = 8;
const FLOOD = 200;
const ROUNDS = 4;
const CALM_MS = 1_500;

/** Sign-ins per second with the two hashing slots, and the effect of many sign-ins at once on the landing page. */
export async function measureSignIns(): Promise<Figure[]> {
	// Each request comes from a network of its own: the throttles are not measured.
	const instance = await startInstance({ env: { LOG_LEVEL: "error", TRUST_PROXY: "1" } });
	try {
		const people: Person[] = [];
		for (let i = 0; i < AT_ONCE; i++) people.push(await new Person(instance).register());
		return [await perSecond(instance, people), ...(await underFlood(instance))];
	} finally {
		await instance.stop();
	}
}

async function perSecond(instance: Instance, people: Person[]): Promise<Figure> {
	const ours = await rate(people, async ({ email, password }) => {
		const { status } = await post(instance, { email, password });
		if (status !== 303) throw new Error(`a sign-in was answered ${status}`);
	});
	const hashed = await hashPassword("верный пароль от чата");
	if (hashed === "busy") throw new Error("busy");
	const baseline = await rate(people, ({ password }) => verifyPassword(password, hashed.hash));
	return {
		what: `sign-ins/s with two hashing slots, ${AT_ONCE} people at once`,
		measured: `${round(ours, 0)} (${round((ours / baseline) * 100, 0)} % of baseline)`,
		bar: "–",
		limit: `${round(baseline, 0)} (argon2id alone, two at once)`,
	};
}

async function rate<T>(workers: T[], act: (worker: T) => Promise<unknown>): Promise<number> {
	const until = performance.now() + SECONDS * 1_000;
	let done = 0;
	await Promise.all(
		workers.map(async (worker) => {
			while (performance.now() < until) {
				await act(worker);
				done++;
			}
		}),
	);
	return done / SECONDS;
}

/**
 * The target is a ratio, so the three are measured alternately: no load, two threads that only hash in another
 * process (the effect of the CPU alone), and the sign-ins, of which two threads hash as well.
 */
async function underFlood(instance: Instance): Promise<Figure[]> {
	const idle: number[] = [];
	const hashing: number[] = [];
	const flooded: number[] = [];
	const statuses: number[] = [];
	await home(instance);
	for (let i = 0; i < ROUNDS; i++) {
		idle.push(...(await watchHome(instance, wait(CALM_MS))));
		hashing.push(...(await watchHome(instance, hashFor(CALM_MS))));
		flooded.push(...(await watchHome(instance, flood(instance, statuses))));
	}
	const refused = statuses.filter((status) => status === 503 || status === 429).length;
	const row = (name: string, share: number): Figure => {
		const idleDelay = quantile(idle, share);
		const busy = quantile(hashing, share);
		const meanwhile = quantile(flooded, share);
		return {
			what: `/ while ${FLOOD} sign in at once (${round((refused / statuses.length) * 100, 0)} % refused), ${name}, ms`,
			measured: `${round(meanwhile, 1)} (${round(meanwhile / idleDelay, 1)} × idle)`,
			bar: "2 × idle",
			limit: `${round(idleDelay, 1)} idle, ${round(busy, 1)} beside two threads that only hash`,
		};
	};
	return [row("median", 0.5), row("p95", 0.95)];
}

/** Concurrent sign-ins with wrong passwords, from many networks. */
async function flood(instance: Instance, statuses: number[]): Promise<void> {
	const answers = Array.from({ length: FLOOD }, (_, i) =>
		post(instance, { email: `nobody${i}@example.ru`, password: "что-нибудь неверное" }),
	);
	for (const { status } of await Promise.all(answers)) statuses.push(status);
}

/** In a process of its own: this one measures. */
async function hashFor(ms: number): Promise<void> {
	const script = `import { hashPassword } from "./app/accounts/password/passwords.server.ts";
		const until = Date.now() + ${ms};
		const hash = async () => { while (Date.now() < until) await hashPassword("верный пароль от чата"); };
		await Promise.all([hash(), hash()]);`;
	const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", script], {
		stdio: "inherit",
	});
	await once(child, "exit");
}

const quantile = (values: number[], share: number) =>
	values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

/** Requests the page every 10 ms until `end`. @returns the duration of each request, in ms */
async function watchHome(instance: Instance, end: Promise<unknown>): Promise<number[]> {
	const times: number[] = [];
	let over = false;
	void end.finally(() => {
		over = true;
	});
	while (!over) {
		const began = performance.now();
		await home(instance);
		times.push(performance.now() - began);
		await wait(10);
	}
	await end;
	return times;
}

const visitor = new Agent({ keepAlive: true });
const floodAgent = new Agent({ keepAlive: true, maxSockets: FLOOD });

const home = (instance: Instance) => send(instance, "GET", "/", visitor);
const post = (instance: Instance, fields: Record<string, string>) =>
	send(instance, "POST", "/login", floodAgent, new URLSearchParams(fields).toString());

/** `node:http` and not `fetch`: it costs this process less, which has the same two cores. */
function send(instance: Instance, method: string, path: string, agent: Agent, body = "") {
	return new Promise<{ status: number }>((resolve, reject) => {
		request(
			{
				agent,
				method,
				path,
				host: "127.0.0.1",
				port: instance.port,
				headers: {
					Host: new URL(instance.url).host,
					"X-Forwarded-For": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
					...(body && {
						Origin: instance.url,
						"Content-Type": "application/x-www-form-urlencoded",
						"Content-Length": Buffer.byteLength(body),
					}),
				},
			},
			(response) => {
				response.resume();
				response.once("end", () => resolve({ status: response.statusCode ?? 0 }));
			},
		)
			.once("error", reject)
			.end(body);
	});
}
