import { gzipSync } from "node:zlib";
import type { Response } from "playwright";
import { newPerson, openWindow, register } from "../../../tests/e2e/support/world.ts";
import { launchChromium } from "../../../tests/support/chromium.ts";
import type { Site } from "../support/site.ts";
import { type Figure, round } from "../support/table.ts";

type PageSize = { html: number; css: number; js: number };

const KINDS: Record<string, keyof PageSize> = { document: "html", stylesheet: "css", script: "js" };

/** Measures the compressed bytes that a browser loads for `/login` and for `/chat` until it is idle. */
export async function measureWeights({ instance }: Site): Promise<Figure[]> {
	const browser = await launchChromium();
	try {
		const visitor = await openWindow({ browser, instance });
		const login = await weigh(visitor.page, "/login");
		await register(visitor.page, newPerson());
		const chat = await weigh(visitor.page, "/chat");
		return [
			{
				what: "/login: HTML and CSS, compressed, KB",
				measured: round((login.html + login.css) / 1024),
				bar: "14",
				limit: "–",
			},
			{ what: "/login: JavaScript, compressed, KB", measured: round(login.js / 1024), bar: "10", limit: "0" },
			{
				what: "/chat: HTML and CSS, compressed, KB",
				measured: round((chat.html + chat.css) / 1024),
				bar: "–",
				limit: "–",
			},
			{
				what: "/chat: JavaScript, compressed, KB",
				measured: round(chat.js / 1024),
				bar: "160",
				limit: "117 (React and router)",
			},
		];
	} finally {
		await browser.close();
	}
}

async function weigh(page: Awaited<ReturnType<typeof openWindow>>["page"], path: string): Promise<PageSize> {
	const weight: PageSize = { html: 0, css: 0, js: 0 };
	const seen: Promise<void>[] = [];
	const count = async (kind: keyof PageSize, response: Response) => {
		const { "content-encoding": encoding, "content-length": length } = response.headers();
		// A chunked response has no length; it is compressed here as the server compresses it.
		const bytes = encoding && length ? Number(length) : gzipSync(await response.body(), { level: 4 }).length;
		weight[kind] += bytes;
	};
	const listen = (response: Response) => {
		const kind = KINDS[response.request().resourceType()];
		if (kind) seen.push(count(kind, response));
	};
	page.on("response", listen);
	await page.goto(path, { waitUntil: "networkidle" });
	await Promise.all(seen);
	page.off("response", listen);
	return weight;
}
