import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { findLynx, NO_LYNX } from "../../../bin/test/lynx.mjs";
import { Terminal } from "./terminal.ts";

// A VT52 can address no more than 95 of each.
const ROWS = 90;
const COLUMNS = 94;
/** Ends a question that lynx has asked. */
const CANCEL = "\u0007";
/** How often its screen is looked at before the same is typed again: some ten seconds, on a busy machine more. */
const LOOKS = 200;

/** Every link and field has a number, so that whoever looks at the screen can say where to go. */
const NUMBERED = ["DEFAULT_KEYPAD_MODE:LINKS_AND_FIELDS_ARE_NUMBERED", "TEXTFIELDS_NEED_ACTIVATION:TRUE"];
/** What a page of ours advises: of itself lynx says nothing of a page that has a query. */
export const ADVISED = "REFERER_WITH_QUERY:PARTIAL";

/** Somebody at a terminal with lynx: reads the screen and types. */
export class Lynx {
	readonly #terminal = new Terminal(ROWS, COLUMNS);
	readonly #home = mkdtempSync(join(tmpdir(), "sobesednik-lynx-"));
	readonly #process: ChildProcess;

	/** @param settings lines of its settings' file, beside its defaults */
	constructor(url: string, ...settings: string[]) {
		const lynx = findLynx();
		if (!lynx) throw new Error(NO_LYNX);
		const config = join(this.#home, "lynx.cfg");
		writeFileSync(config, `${[...NUMBERED, ...settings].join("\n")}\n`);
		const cookies = join(this.#home, "cookies");
		const given = [`-cfg=${config}`, "-accept_all_cookies", `-cookie_file=${cookies}`, "-nopause"];
		const charset = ["-assume_charset=utf-8", "-display_charset=utf-8"];
		const command = ["exec", lynx, ...given, ...charset, `'${url}'`].join(" ");
		// It gives what it runs a terminal.
		this.#process = spawn("script", ["-qfec", `stty rows ${ROWS} cols ${COLUMNS}; ${command}`, "/dev/null"], {
			env: { PATH: process.env.PATH, HOME: this.#home, TERM: "vt52", LANG: "C.UTF-8" },
			stdio: ["pipe", "pipe", "ignore"],
		});
		this.#process.stdout?.setEncoding("utf8").on("data", (output) => this.#terminal.write(output));
	}

	/** Everything on the screen. */
	get screen(): string {
		return this.#terminal.text.replaceAll("\u00a0", " ");
	}

	/** Waits until the screen shows the words. */
	async see(words: string | RegExp): Promise<void> {
		const expected = expect.poll(() => this.screen);
		await (typeof words === "string" ? expected.toContain(words) : expected.toMatch(words));
	}

	/** Types into the field of this name. */
	async fill(name: string, text: string, shown = text): Promise<void> {
		const number = await this.#select(name);
		this.type("\r");
		await this.see("Enter text");
		this.type(text);
		await this.see(`[${number}]${shown}`);
		// On to the next one.
		this.type("\t");
		await expect.poll(() => this.screen).not.toMatch(/Enter text/);
	}

	/** Follows the link, presses the button or ticks the box of this name, the last of them. */
	async press(name: string): Promise<void> {
		await this.#select(name);
		this.type("\r");
	}

	/** Follows what a page says of when it is to be asked for again, if it is on the screen: lynx leaves that to the reader. */
	refresh(): void {
		const [, number] = /REFRESH\(\d+ sec\):\s*\[(\d+)\]/.exec(this.screen) ?? [];
		if (number) this.type(`${number}\r`);
	}

	/** Shows the last page of a document that is longer than the screen, or the first one again. */
	turnTo(page: "first" | "last"): void {
		this.type(page === "first" ? "\u0001" : "\u0005");
	}

	async quit(): Promise<void> {
		const ended = new Promise((resolve) => this.#process.once("close", resolve));
		this.#process.kill("SIGTERM");
		await ended;
		rmSync(this.#home, { recursive: true, force: true });
	}

	async #select(name: string): Promise<string> {
		const escaped = RegExp.escape(name);
		// Its name stands behind it, or on the line above.
		const pattern = new RegExp(
			`\\[(\\d+)\\](?:BUTTON\\))?(?:\\[ \\]|[_ ])*${escaped}|${escaped}\\s*\\[(\\d+)\\]_`,
			"g",
		);
		await this.see(new RegExp(pattern, ""));
		const [, before, below] = [...this.screen.matchAll(pattern)].at(-1) ?? [];
		const number = before ?? below ?? "";
		const asked = new RegExp(`Follow link \\(or goto link or page\\) number: ${number}$`, "m");
		// What is typed while a page is still coming is lost: it is typed once more then. Not what cancels, at first: it
		// would break off the coming of a page whose button stands on the screen by now, and its form would be sent by half.
		this.type(number);
		let looks = 0;
		const typed = () => {
			if (++looks % LOOKS === 0) this.type(`${CANCEL}${number}`);
			return this.screen;
		};
		await expect.poll(typed).toMatch(asked);
		this.type("g\r");
		await expect.poll(() => this.screen).not.toContain("Follow link (or");
		return number;
	}

	/** Presses keys, with no regard to what they do. */
	type(keys: string): void {
		this.#process.stdin?.write(keys);
	}
}
