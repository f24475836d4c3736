import { Agent, createServer, request } from "node:http";

/**
 * The limit that live answers are compared with: a proxy that asks the model for each reader, parses every piece and
 * writes an event of its own, one write per reader per 40 ms. It stores nothing and formats nothing. Any other address
 * than `/` is a page of fixed bytes: `node baseline-proxy.ts MODEL [BYTES]`.
 */
const model = new URL(`${process.argv[2]}/chat/completions`);
const agent = new Agent({ keepAlive: true });
const question = JSON.stringify({
	model: "m",
	stream: true,
	messages: [{ role: "user", content: "Вопрос" }],
});

const page = Buffer.alloc(Number(process.argv[3] ?? 0), "x");

const server = createServer(({ url }, response) => {
	if (url !== "/") return void response.writeHead(200, { "Content-Type": "text/html" }).end(page);
	response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
	response.flushHeaders();
	let id = 0;
	let unread = "";
	let unsent = "";
	let timer: NodeJS.Timeout | undefined;
	const flush = () => {
		timer = undefined;
		if (unsent !== "") response.write(unsent);
		unsent = "";
	};
	const asked = request(model, {
		method: "POST",
		agent,
		headers: { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(question) },
	});
	asked.on("response", (answer) => {
		answer.setEncoding("utf8");
		answer.on("data", (chunk: string) => {
			const lines = (unread + chunk).split("\n\n");
			unread = lines.pop() ?? "";
			const first = id === 0;
			for (const line of lines) {
				if (line === "data: [DONE]") continue;
				const text = JSON.parse(line.slice(6)).choices[0].delta.content;
				if (text)
					unsent += `id: ${++id}\nevent: patch\ndata: ${JSON.stringify({ block: 0, append: text })}\n\n`;
			}
			if (first) flush();
			else timer ??= setTimeout(flush, 40);
		});
		answer.on("end", () => {
			clearTimeout(timer);
			flush();
			response.end();
		});
	});
	asked.on("error", () => response.destroy());
	asked.end(question);
});
server.listen(0, "127.0.0.1", () => {
	const address = server.address();
	if (typeof address === "object") console.log(address?.port);
});
