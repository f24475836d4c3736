type Reply = { id?: number; type: string; result?: object; error?: string; message?: string };
type Pending = { resolve: (result: object) => void; reject: (error: Error) => void };

/**
 * A connection of WebDriver BiDi: commands and events as JSON over a WebSocket (https://w3c.github.io/webdriver-bidi/).
 * @param onEvent gets each event of the browser
 */
export async function connectBidi(url: string, onEvent: (method: string, params: object) => void) {
	const socket = new WebSocket(url);
	const pending = new Map<number, Pending>();
	let lastId = 0;
	await new Promise((resolve, reject) => {
		socket.addEventListener("open", resolve, { once: true });
		socket.addEventListener("error", () => reject(new Error(`No connection to ${url}.`)), { once: true });
	});
	socket.addEventListener("message", ({ data }) => {
		const reply = JSON.parse(data) as Reply & { method: string; params: object };
		if (reply.type === "event") return onEvent(reply.method, reply.params);
		const command = pending.get(reply.id ?? 0);
		pending.delete(reply.id ?? 0);
		if (reply.type === "success") command?.resolve(reply.result ?? {});
		else command?.reject(new Error(`${reply.error}: ${reply.message}`));
	});
	socket.addEventListener("close", () => {
		for (const { reject } of pending.values()) reject(new Error("The browser has closed the connection."));
		pending.clear();
	});
	return {
		send<Result = object>(method: string, params: object): Promise<Result> {
			if (socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error("The connection is closed."));
			const id = ++lastId;
			socket.send(JSON.stringify({ id, method, params }));
			return new Promise<Result>((resolve, reject) => {
				pending.set(id, { resolve: resolve as (result: object) => void, reject });
			});
		},
	};
}
