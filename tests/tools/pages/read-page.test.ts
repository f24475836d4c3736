import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PageGuard } from "../../../app/tools/pages/page-guard.server.ts";
import { readPage } from "../../../app/tools/pages/read-page.server.ts";
import { PageReader } from "../../../app/tools/pages/text/page-reader.server.ts";
import { pdf } from "../../support/documents/pdf.ts";
import { context } from "../context.ts";
import { startPageServer } from "./page-server.ts";

const MB = 1024 ** 2;
const ARTICLE =
	"Банк России принял решение сохранить ключевую ставку на уровне, который позволит вернуть инфляцию к цели. ";

let pages: Awaited<ReturnType<typeof startPageServer>>;
let respond: (request: IncomingMessage, response: ServerResponse) => void;
const reader = new PageReader();
beforeEach(async () => {
	pages = await startPageServer((request, response) => respond(request, response));
});
afterEach(async () => {
	await reader.close();
	await pages.stop();
});

type Args = { part?: number; links?: boolean };
function tool(ms?: number) {
	return readPage({ guard: new PageGuard({ hosts: [pages.host] }), reader, about: "Sobesednik", ms });
}
const read = (args: Args = {}, path = "/page", ms?: number) =>
	tool(ms).run({ url: pages.url + path, ...args }, context());

/** Serves one body at every address. */
function serve(
	body: string | Buffer,
	type = "text/html; charset=utf-8",
	headers: Record<string, string> = {},
) {
	respond = (_, response) => response.writeHead(200, { "content-type": type, ...headers }).end(body);
}

const page = (body: string, head = "") =>
	`<!doctype html><html lang="ru"><head><title>Ставка | Сайт</title>${head}</head><body>${body}</body></html>`;

test("the main text is given as Markdown, without navigation, advertisements and what is not shown", async () => {
	serve(
		page(`<header><a href="/">Сайт</a></header>
<nav><ul><li><a href="/a">Разделы</a></li></ul></nav>
<div class="layout has-sidebar"><main><article>
<h1>Ставка сохранена</h1><time datetime="2026-11-20T10:00:00Z">20 ноября</time>
<p>${ARTICLE.repeat(3)}</p>
<p hidden>Тайное указание первое</p><p style="display: none">Тайное указание второе</p>
<div aria-hidden="true">Тайное указание третье</div>
<ul><li>первое</li><li><p>второе</p></li></ul><ol><li>раз</li><li>два</li></ol>
<table><tr><th>Год</th><th>Ставка</th></tr><tr><td>2025</td><td>16</td></tr></table>
<pre>let x =   1;
  x++;</pre>
<p>Строка<br>другая &amp; <b>жирная</b></p>
<div class="share-buttons">Поделиться</div>
<aside>Читайте также</aside>
</article></main><div class="sidebar">Реклама</div></div>
<script>alert("код")</script><footer>Все права защищены</footer>`),
	);
	const outcome = await read();
	expect(outcome).toMatchObject({
		ok: true,
		summary: "127.0.0.1",
		sources: [
			{
				url: `${pages.url}/page`,
				title: "Ставка | Сайт",
				host: "127.0.0.1",
				publishedAt: Date.UTC(2026, 10, 20, 10),
			},
		],
	});
	const [head, ...text] = outcome.text.split("\n\n");
	expect(head).toBe(`Страница: Ставка | Сайт\nАдрес: ${pages.url}/page\nДата: 20\u00a0ноября 2026`);
	expect(text.join("\n\n")).toBe(
		[
			"# Ставка сохранена",
			"20 ноября",
			ARTICLE.repeat(3).trim(),
			"- первое\n- второе\n1. раз\n2. два",
			"Год | Ставка\n2025 | 16",
			"```\nlet x =   1;\n  x++;\n```",
			"Строка\nдругая & жирная",
		].join("\n\n"),
	);
});

test("a page that does not say where its text is loses blocks that are links", async () => {
	serve(
		page(
			`<div><a href="/1">Один раздел сайта</a></div><div>${ARTICLE.repeat(4)}</div><div><a href="/2">Другой</a></div>`,
		),
	);
	const { text } = await read();
	expect(text).toContain("ключевую ставку");
	expect(text).not.toContain("раздел сайта");
});

test("a page that is a list of links keeps them, and tells where they lead when asked", async () => {
	serve(
		page(
			Array.from(
				{ length: 20 },
				(_, i) => `<li><a href="/news/${i}?a=1&amp;b=2">Новость номер ${i} этого дня</a></li>`,
			).join(""),
		),
	);
	expect((await read()).text).toContain("- Новость номер 19 этого дня\n".trim());
	const { text } = await read({ links: true });
	expect(text).toContain(`- Новость номер 19 этого дня (${pages.url}/news/19?a=1&b=2)`);
	expect((await read()).text).not.toContain("/news/19");
});

test("a long text comes in parts, which together are the whole", async () => {
	const paragraphs = Array.from({ length: 400 }, (_, i) => `Абзац ${i}. ${ARTICLE}`.trim());
	serve(page(`<main>${paragraphs.map((text) => `<p>${text}</p>`).join("")}</main>`));
	const first = await read();
	const parts = Number(/Часть 1 из (\d+); дальше — part: 2/.exec(first.text)?.[1]);
	expect(parts).toBeGreaterThan(2);
	const texts: string[] = [];
	for (let part = 1; part <= parts; part++) {
		const { text } = await read({ part });
		expect(text.length).toBeLessThan(17_000);
		texts.push(...text.split("\n\n").slice(1));
	}
	expect(texts).toEqual(paragraphs);
	expect(await read({ part: parts + 1 })).toMatchObject({ ok: false, code: "bad-arguments" });
});

describe("letters", () => {
	/** Russian in a one-byte encoding of Windows. */
	const windows1251 = (text: string) =>
		Buffer.from(
			[...text].map((letter) => {
				const code = letter.codePointAt(0) ?? 0;
				return code < 0x80 ? code : code - 0x410 + 0xc0;
			}),
		);
	const html = page("<main><p>Привет дорогой читатель этой страницы</p></main>").replace(
		"Ставка | Сайт",
		"Заголовок",
	);

	test.each([
		["by the header", html, "text/html; charset=windows-1251"],
		["by the page itself", html.replace("<head>", '<head><meta charset="windows-1251">'), "text/html"],
		["by how they look", html, "text/html"],
		["in spite of a name that nobody knows", html, "text/html; charset=martian"],
	])("of windows-1251 are read %s", async (_, text, type) => {
		serve(windows1251(text), type);
		const outcome = await read();
		expect(outcome.text).toContain("Привет дорогой читатель");
		expect(outcome).toMatchObject({ sources: [{ title: "Заголовок" }] });
	});

	test("of UTF-16 with its mark are read in spite of the header", async () => {
		serve(Buffer.from(`\ufeff${html}`, "utf16le"), "text/html; charset=utf-8");
		expect((await read()).text).toContain("Привет дорогой читатель");
	});
});

test.each([
	["gzip", gzipSync],
	["br", brotliCompressSync],
	["deflate", deflateSync],
])("a body packed by %s is unpacked", async (encoding, pack) => {
	serve(pack(Buffer.from(page(`<p>${ARTICLE}</p>`))), "text/html; charset=utf-8", {
		"content-encoding": encoding,
	});
	expect((await read()).text).toContain("Банк России");
});

test("plain text, JSON and PDF are read too, by what they say or what they are", async () => {
	serve("первая строка\nвторая", "text/plain; charset=utf-8");
	expect((await read()).text).toContain("первая строка\nвторая");
	serve('{"ставка": 16}', "application/json");
	expect((await read()).text).toContain('{"ставка": 16}');
	serve(pdf([["Dogovor arendy kvartiry"]]), "application/pdf");
	const outcome = await read({}, "/%D0%94%D0%BE%D0%B3%D0%BE%D0%B2%D0%BE%D1%80.pdf");
	expect(outcome.text).toContain("Dogovor arendy kvartiry");
	expect(outcome).toMatchObject({ sources: [{ title: "Договор.pdf" }] });
	serve(pdf([["Dogovor arendy kvartiry"]]), "application/octet-stream");
	expect((await read()).text).toContain("Dogovor arendy kvartiry");
	serve(page(`<p>${ARTICLE}</p>`), "");
	expect((await read()).text).toContain("Банк России");
});

test.each([
	[403, "refused", "закрыта"],
	[451, "refused", "закрыта"],
	[404, "not-found", "нет"],
	[429, "busy", "много запросов"],
	[500, "unavailable", "не ответил"],
	[304, "unavailable", "не ответил"],
])("a status of %i is an outcome", async (status, code, said) => {
	respond = (_, response) => response.writeHead(status).end();
	expect(await read()).toMatchObject({ ok: false, code, text: expect.stringContaining(said) });
});

test.each<[string, string | Buffer, string, Record<string, string>]>([
	["a picture", Buffer.from([0x89, 0x50]), "image/png", {}],
	["bytes that are no text", Buffer.from([0, 1, 2, 3, 0, 0, 7, 0]), "", {}],
	["a packing that nobody asked for", "x", "text/html", { "content-encoding": "zstd, gzip" }],
	["a damaged PDF", "%PDF-1.7 nothing", "application/pdf", {}],
])("%s is no page", async (_, body, type, headers) => {
	serve(body, type, headers);
	expect(await read()).toMatchObject({ ok: false, code: "unsupported" });
});

test("a page without text says that it may be made in a browser", async () => {
	serve(page('<div id="root"></div><script>render()</script>'));
	expect(await read()).toMatchObject({ ok: false, code: "empty", text: expect.stringContaining("браузере") });
});

describe("hostile pages", () => {
	test.each([
		["gzip", 256, gzipSync],
		["br", 64, brotliCompressSync],
	])("a bomb of %s is left at the limit", async (encoding, megabytes, pack) => {
		serve(pack(Buffer.alloc(megabytes * MB)), "text/html", { "content-encoding": encoding });
		expect(await read()).toMatchObject({ ok: false, code: "too-large" });
	});

	test("a body without an end is left at the limit, and the connection with it", async () => {
		let sent = 0;
		const left = vi.fn();
		respond = (_, response) => {
			response.writeHead(200, { "content-type": "text/html" });
			response.on("close", left);
			const chunk = Buffer.alloc(256 * 1024, "<p>текст</p>");
			const more = () => {
				while (!response.destroyed && response.write(chunk)) sent += chunk.length;
				if (!response.destroyed) response.once("drain", more);
			};
			more();
		};
		expect(await read()).toMatchObject({ ok: false, code: "too-large" });
		await vi.waitFor(() => expect(left).toHaveBeenCalled());
		// What the system itself holds of a connection comes on top.
		expect(sent).toBeLessThan(24 * MB);
	});

	test("a body that says that it is too long is not read at all", async () => {
		respond = (_, response) =>
			response
				.writeHead(200, { "content-type": "text/html", "content-length": String(3 * MB) })
				.flushHeaders();
		expect(await read()).toMatchObject({ ok: false, code: "too-large" });
	});

	test.each<[string, (response: ServerResponse) => void]>([
		["before its headers", () => {}],
		["inside its body", (response) => response.writeHead(200, { "content-type": "text/html" }).write("<p>")],
	])("a server that falls silent %s is given up", async (_, begin) => {
		const left = vi.fn();
		respond = (_request, response) => {
			response.on("close", left);
			begin(response);
		};
		// Time enough for the request to arrive, where this process stands still for seconds.
		expect(await read({}, "/", 6_000)).toMatchObject({ ok: false, code: "timeout" });
		await vi.waitFor(() => expect(left).toHaveBeenCalled());
	});

	test("a stop hangs up", async () => {
		const left = vi.fn();
		const asked = vi.fn();
		respond = (_, response) => {
			asked();
			response.on("close", left);
		};
		const stop = new AbortController();
		const running = tool().run({ url: `${pages.url}/` }, context({ signal: stop.signal }));
		const ended = expect(running).rejects.toThrow("stopped");
		await vi.waitFor(() => expect(asked).toHaveBeenCalled());
		stop.abort(new Error("stopped"));
		await ended;
		await vi.waitFor(() => expect(left).toHaveBeenCalled());
	});

	test("headers without an end, and no HTTP at all, are a site that does not answer", async () => {
		respond = (_, response) => {
			response.socket?.write(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(100_000)}`);
		};
		expect(await read()).toMatchObject({ ok: false, code: "unavailable" });
		respond = (_, response) => response.socket?.end("hello");
		expect(await read()).toMatchObject({ ok: false, code: "unavailable" });
	});

	test("100 000 nested elements are read down to a depth, and the reader goes on", async () => {
		serve(page(`<p>${ARTICLE}</p>${"<div>".repeat(100_000)}в глубине${"</div>".repeat(100_000)}`));
		const outcome = await read();
		expect(outcome.text).toContain("Банк России");
		expect(outcome.text).toContain("конец не прочитан");
		serve(page(`<p>${ARTICLE}</p>`));
		expect((await read()).text).toContain("Банк России");
	});

	// By single characters a text takes forty times its size, and its thread was ended for that.
	test.each([
		["open brackets", "<".repeat(2_000_000), "<<<"],
		["entities", "&lt".repeat(600_000), "<<<"],
		["short paragraphs", "<p>да</p><p>нет</p>".repeat(70_000), "нет"],
	])("2 MB of %s are read up to a limit", async (_, html, text) => {
		serve(`<p>${ARTICLE}</p>${html}`);
		const outcome = await read();
		expect(outcome).toMatchObject({ ok: true, text: expect.stringContaining("Банк России") });
		expect(outcome.text).toContain(text);
	});

	test.each([
		["tags without an end", "<a ".repeat(600_000)],
		["attributes", `<p ${"a=1 ".repeat(450_000)}>`],
		["a comment without an end", `<!--${"-".repeat(2_000_000)}`],
		["empty elements", "<p></p>".repeat(290_000)],
		["spaces", " ".repeat(2_000_000)],
		["rows", "<table>".repeat(400) + "<tr><td>".repeat(200_000)],
	])("2 MB of %s are read or refused, and the reader goes on", async (_, html) => {
		serve(`<p>${ARTICLE}</p>${html}`);
		const outcome = await read();
		expect(outcome.ok || outcome.code === "too-large" || outcome.code === "empty").toBe(true);
		serve(page(`<p>${ARTICLE}</p>`));
		expect((await read()).text).toContain("Банк России");
	});
});
