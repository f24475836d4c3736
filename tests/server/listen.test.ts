import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, createServer as createNetServer, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { listen } from "../../server/http/listen.ts";
import { ask, bodyOf, openSocket, readAnswer } from "./raw-http.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));
const HOST = "127.0.0.1";

async function freePort(): Promise<number> {
	const probe = createNetServer().listen(0, HOST);
	await once(probe, "listening");
	const { port } = probe.address() as AddressInfo;
	probe.close();
	await once(probe, "close");
	return port;
}

async function openServer(server: Server = createServer((_req, res) => void res.end("ok"))) {
	const port = await freePort();
	const stopListening = await listen(server, { port, host: HOST });
	onTestFinished(async () => {
		const stopped = stopListening();
		server.closeAllConnections();
		await stopped;
	});
	return { server, port, stopListening };
}

it.runIf(process.platform === "linux")(
	"accepts several connections in a turn of the event loop",
	async () => {
		const { server, port } = await openServer();
		let accepted = 0;
		server.on("connection", () => accepted++);
		// The system completes them without the server; one in each turn would take as many turns.
		const sockets: Socket[] = [];
		for (let i = 0; i < 100; i++) sockets.push(connect(port, HOST).on("error", () => {}));
		const until = performance.now() + 300;
		await new Promise((resolve) => process.nextTick(resolve));
		while (performance.now() < until);
		let turns = 0;
		for (; accepted < 100 && turns < 1_000; turns++) await turn();
		for (const socket of sockets) socket.destroy();
		expect(accepted).toBe(100);
		expect(turns).toBeLessThan(50);
	},
);

it("answers on every connection, and refuses a malformed request on each", async () => {
	const server = createServer((_req, res) => void res.end("ok"));
	server.on("clientError", (_error, socket) => socket.end("HTTP/1.1 400 ours\r\nConnection: close\r\n\r\n"));
	const { port } = await openServer(server);
	for (let i = 0; i < 40; i++) {
		const answer = await ask(port);
		expect([answer.statusCode, String(await bodyOf(answer))]).toEqual([200, "ok"]);
		const socket = openSocket(port);
		socket.write("nonsense\r\n\r\n");
		expect((await readAnswer(socket)).status).toBe(400);
	}
});

it("stops accepting on all sockets, and ends with the last connection", async () => {
	const { server, port, stopListening } = await openServer();
	const sockets = Array.from({ length: 40 }, () => openSocket(port));
	await Promise.all(sockets.map((socket) => once(socket, "connect")));
	let open = 0;
	server.on("connection", () => open++);
	await expect.poll(() => ask(port).then(() => open)).toBeGreaterThan(0);
	const stopped = stopListening();
	let isOver = false;
	void stopped.then(() => {
		isOver = true;
	});
	await expect(ask(port)).rejects.toMatchObject({ code: "ECONNREFUSED" });
	expect(isOver).toBe(false);
	for (const socket of sockets) socket.destroy();
	server.closeAllConnections();
	await stopped;
});

it("a port that is taken is an error, also when the other server shares its port among its sockets", async () => {
	const { port } = await openServer();
	await expect(listen(createServer(), { port, host: HOST })).rejects.toMatchObject({ code: "EADDRINUSE" });
});
