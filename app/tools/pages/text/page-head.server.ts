import { cutText } from "../../../platform/cut-text.server.ts";

const TITLE_CHARACTERS = 300;
/** More than any description of an article for search engines. */
const DATA_CHARACTERS = 100_000;
const DATE_NAMES =
	/^(?:article:published_time|og:published_time|datepublished|date|pubdate|dc\.date(?:\.issued)?|mediator_published_time)$/i;

/** The title and the date of a page, from its own statements, the most trusted first. */
export class PageHead {
	#openTitle: string | null = null;
	#title = "";
	#ogTitle = "";
	#data: string | null = null;
	#metaDate: string | null = null;
	#dataDate: string | null = null;
	#timeDate: string | null = null;

	get title(): string {
		return (this.#ogTitle || this.#title).replace(/\s+/g, " ").trim();
	}

	get date(): string | null {
		return this.#metaDate ?? this.#dataDate ?? this.#timeDate;
	}

	open(name: string, attributes: Record<string, string>): void {
		if (name === "title" && this.#title === "") this.#openTitle = "";
		else if (name === "script" && /ld\+json/i.test(attributes.type ?? "")) this.#data = "";
		else if (name === "time") this.#timeDate ??= attributes.datetime ?? null;
		else if (name === "meta") this.#meta(attributes);
	}

	add(text: string): void {
		if (this.#openTitle !== null) this.#openTitle = (this.#openTitle + text).slice(0, TITLE_CHARACTERS);
		if (this.#data !== null && this.#data.length < DATA_CHARACTERS) this.#data += text;
	}

	close(name: string): void {
		if (name === "title" && this.#openTitle !== null) {
			this.#title = cutText(this.#openTitle, TITLE_CHARACTERS);
			this.#openTitle = null;
		}
		if (name === "script" && this.#data !== null) {
			this.#dataDate ??= /"datePublished"\s*:\s*"([^"]{4,40})"/.exec(this.#data)?.[1] ?? null;
			this.#data = null;
		}
	}

	#meta({ property, name, itemprop, content }: Record<string, string>): void {
		if (content === undefined) return;
		const told = property ?? name ?? itemprop ?? "";
		if (/^og:title$/i.test(told)) this.#ogTitle = cutText(content, TITLE_CHARACTERS);
		if (DATE_NAMES.test(told)) this.#metaDate ??= content.slice(0, 40);
	}
}
