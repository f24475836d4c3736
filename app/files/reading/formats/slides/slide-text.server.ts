import type { TextOutput } from "../../process/text-output.server.ts";
import type { Attributes, XmlHandlers } from "../archive/xml.server.ts";

/** Places of a slide that say the same on each: its number, its date, the footer. */
const REPEATED = new Set(["sldNum", "dt", "ftr", "hdr", "sldImg"]);

/** The shapes of a slide, or of its notes (ECMA-376, part 1, chapters 19 and 21). */
export class SlideText implements XmlHandlers {
	readonly #output: TextOutput;
	readonly #kind: "slide" | "notes";
	#place = "";
	#text = "";
	#depth = 0;
	#isText = false;
	#cells: string[] | null = null;
	#cell = "";
	#title: string[] = [];
	#isNoted = false;

	constructor(output: TextOutput, kind: "slide" | "notes") {
		this.#output = output;
		this.#kind = kind;
	}

	open = (name: string, attributes: Attributes): void => {
		if (name === "sp") this.#place = "";
		else if (name === "ph") this.#place = attributes.type ?? "body";
		else if (name === "t") this.#isText = true;
		else if (name === "pPr") this.#depth = Number(attributes.lvl ?? 0) || 0;
		else if (name === "br") this.#text += "\n";
		else if (name === "tbl") this.#output.startTable();
		else if (name === "tr") this.#cells = [];
		else if (name === "tc") this.#cell = "";
	};

	text = (text: string): void => {
		if (this.#isText) this.#text += text;
	};

	close = (name: string): void => {
		if (name === "t") this.#isText = false;
		else if (name === "p") this.#endParagraph();
		else if (name === "tc") this.#cells?.push(this.#cell);
		else if (name === "tr") {
			if (this.#cells) this.#output.row(this.#cells);
			this.#cells = null;
		} else if (name === "sp") this.#endShape();
	};

	#endParagraph(): void {
		const text = this.#text.trim();
		const depth = this.#depth;
		this.#text = "";
		this.#depth = 0;
		if (text === "" || REPEATED.has(this.#place)) return;
		if (this.#cells) this.#cell += this.#cell === "" ? text : ` ${text}`;
		else if (this.#kind === "slide" && (this.#place === "title" || this.#place === "ctrTitle"))
			this.#title.push(text);
		else if (depth > 0) this.#output.line(`${"  ".repeat(Math.min(depth, 8))}- ${text}`);
		else if (this.#kind === "notes" && !this.#isNoted) {
			this.#isNoted = true;
			this.#output.paragraph(`Заметки: ${text}`);
		} else this.#output.paragraph(text);
	}

	#endShape(): void {
		if (this.#title.length > 0) this.#output.heading(this.#title.join(" "), 1);
		this.#title = [];
		this.#place = "";
	}
}
