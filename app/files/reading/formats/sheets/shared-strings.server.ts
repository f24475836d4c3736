import { ReadingError } from "../../reading-error.server.ts";
import { READING_LIMITS } from "../../reading-limits.server.ts";
import type { Archive } from "../archive/archive.server.ts";
import { readXml } from "../archive/xml.server.ts";

/** The texts that the cells of a workbook refer to by their number. */
export class SharedStrings {
	readonly #strings: string[] = [];

	/** @throws {ReadingError} when they are more than the text of a document may be */
	static async read(archive: Archive, part: string | undefined): Promise<SharedStrings> {
		const shared = new SharedStrings();
		if (!part) return shared;
		let text = "";
		let isText = false;
		let isPhonetic = false;
		let characters = 0;
		await readXml(archive.bytes(part), {
			open(name) {
				if (name === "si") text = "";
				else if (name === "rPh") isPhonetic = true;
				else if (name === "t") isText = !isPhonetic;
			},
			text(piece) {
				if (isText) text += piece;
			},
			close(name) {
				if (name === "t") isText = false;
				else if (name === "rPh") isPhonetic = false;
				else if (name === "si") {
					characters += text.length;
					if (characters > READING_LIMITS.characters) throw new ReadingError("too-much-text");
					if (shared.#strings.push(text) > READING_LIMITS.cells) throw new ReadingError("too-many-cells");
				}
			},
		});
		return shared;
	}

	at(index: number): string {
		return this.#strings[index] ?? "";
	}
}
