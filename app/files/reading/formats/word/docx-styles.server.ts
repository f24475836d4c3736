import type { Archive } from "../archive/archive.server.ts";
import { readXml } from "../archive/xml.server.ts";

type Style = { basedOn: string; level: number | null; list: ListPlace | null };
/** The place of a paragraph in a list: the list's id and the depth from 0. */
export type ListPlace = { list: string; depth: number };

/** The properties that a paragraph's style sets: the level of a heading from 1, and a list. */
export class DocxStyles {
	readonly #styles = new Map<string, Style>();

	/** @param part of the archive; without one there are no styles */
	static async read(archive: Archive, part: string | undefined): Promise<DocxStyles> {
		const styles = new DocxStyles();
		let style: Style | null = null;
		if (part) {
			await readXml(archive.bytes(part), {
				open(name, attributes) {
					if (name === "style") {
						style = { basedOn: "", level: null, list: null };
						styles.#styles.set(attributes.styleId ?? "", style);
					}
					if (!style) return;
					const { val = "" } = attributes;
					if (name === "basedOn") style.basedOn = val;
					if (name === "outlineLvl") style.level ??= levelOf(val);
					// The names are the same in every language of Word, unlike the ids.
					if (name === "name") style.level ??= levelOfName(val);
					if (name === "numId") style.list = { list: val, depth: style.list?.depth ?? 0 };
					if (name === "ilvl") style.list = { list: style.list?.list ?? "", depth: Number(val) || 0 };
				},
				close(name) {
					if (name === "style") style = null;
				},
			});
		}
		return styles;
	}

	headingLevel(id: string): number | null {
		return this.#find(id, ({ level }) => level);
	}

	list(id: string): ListPlace | null {
		return this.#find(id, ({ list }) => list);
	}

	/** Looks through the styles that a style is based on; a circle of them ends. */
	#find<T>(id: string, get: (style: Style) => T | null): T | null {
		for (let steps = 0; steps < 10; steps++) {
			const style = this.#styles.get(id);
			if (!style) return null;
			const found = get(style);
			if (found !== null) return found;
			id = style.basedOn;
		}
		return null;
	}
}

/** Word counts outline levels from 0; 9 is the text. */
export function levelOf(outline: string): number | null {
	const level = Number(outline);
	return Number.isInteger(level) && level >= 0 && level < 9 ? level + 1 : null;
}

function levelOfName(name: string): number | null {
	if (name.toLowerCase() === "title") return 1;
	const level = /^(?:heading|заголовок) (\d)$/i.exec(name)?.[1];
	return level ? Number(level) : null;
}
