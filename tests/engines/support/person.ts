import { mkdirSync, writeFileSync } from "node:fs";
import { vi } from "vitest";
import { findOnPage, type Kind } from "./find-on-page.ts";
import type { Tab } from "./tab.ts";

const FAILURES = "build/engines";

/**
 * Somebody at a browser: finds things by their role and name, presses with a pointer, types on a keyboard. Everything waits until it
 * can be done.
 */
export class Person {
	readonly tab: Tab;
	readonly #origin: string;

	constructor(tab: Tab, origin: string) {
		this.tab = tab;
		this.#origin = origin;
	}

	goTo(path: string): Promise<void> {
		return this.tab.navigate(this.#origin + path);
	}

	/** Runs a function in the page; its arguments and its result are JSON, and it sees nothing from outside. */
	async run<Args extends unknown[], Result>(
		script: (...args: Args) => Result,
		...args: Args
	): Promise<Result> {
		const values = args.map((value) => JSON.stringify(value)).join(",");
		const text = await this.tab.evaluate(`JSON.stringify({ value: (${script})(${values}) })`);
		return JSON.parse(text).value;
	}

	/** Waits until the thing is there and can be pressed, and presses its middle. @param name a part of its name */
	async press(kind: Kind, name: string): Promise<void> {
		let last = "";
		const { x, y } = await vi.waitFor(async () => {
			const found = await this.run(findOnPage, kind, name);
			if ("problem" in found) throw new Error(`${kind} «${name}» ${found.problem}`);
			const isLoaded = () => document.readyState === "complete" && document.fonts.status === "loaded";
			if (!(await this.run(isLoaded))) throw new Error(`the page of ${kind} «${name}» is still loading`);
			const place = `${found.x} ${found.y}`;
			// What moves while a page is being loaded would be missed.
			if (place !== last) {
				last = place;
				throw new Error(`${kind} «${name}» moves`);
			}
			return found;
		});
		const button = { button: 0 };
		await this.tab.perform([
			{
				type: "pointer",
				id: "mouse",
				parameters: { pointerType: "mouse" },
				actions: [
					{ type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0 },
					{ type: "pointerDown", ...button },
					{ type: "pointerUp", ...button },
				],
			},
		]);
	}

	/** Presses a field and types. */
	async fill(name: string, text: string): Promise<void> {
		await this.press("field", name);
		await this.type(text);
	}

	/** Types what has the focus. */
	async type(text: string): Promise<void> {
		const actions = [...text].flatMap((value) => [
			{ type: "keyDown", value },
			{ type: "keyUp", value },
		]);
		await this.tab.perform([{ type: "key", id: "keyboard", actions }]);
	}

	/** Waits for words anywhere on the page. */
	async sees(words: string): Promise<void> {
		await vi.waitFor(async () => {
			const text = await this.run(() =>
				(document.querySelector("main") ?? document.body).textContent.replace(/\s+/g, " "),
			);
			if (!text.includes(words)) throw new Error(`no «${words}» in:\n${text.slice(0, 2_000)}`);
		});
	}

	/** Waits until the address of the page has this path. */
	async arrivesAt(path: string): Promise<void> {
		await vi.waitFor(async () => {
			const at = await this.run(() => location.pathname);
			if (at !== path) throw new Error(`at ${at}, not at ${path}`);
		});
	}

	/** Waits until the query of the page's address begins so. */
	async asksFor(query: string): Promise<void> {
		await vi.waitFor(async () => {
			const at = await this.run(() => location.search);
			if (!at.startsWith(query)) throw new Error(`at ${at}, not at ${query}`);
		});
	}

	/** Keeps a picture of what is on the screen, for whoever looks at the failure. */
	async keepPicture(name: string): Promise<void> {
		mkdirSync(FAILURES, { recursive: true });
		writeFileSync(`${FAILURES}/${name}.png`, await this.tab.screenshot(), "base64");
	}
}
