import { SaxesParser } from "saxes";
import { type FoundPage, SearchRefused } from "./search-driver.server.ts";

/** The code of «nothing was found»: https://yandex.cloud/ru/docs/search-api/reference/error-codes. */
const NOTHING_FOUND = "15";
const TEXTS = ["url", "title", "headline", "modtime", "passage"] as const;
type TextName = (typeof TEXTS)[number];

/**
 * Reads the XML of Yandex: `doc` elements, whose texts have words marked by `hlword`.
 * @throws {SearchRefused} with the code of an error, or when the body is not XML
 */
export function readYandexXml(xml: string): FoundPage[] {
	const pages: FoundPage[] = [];
	let doc: Record<TextName, string[]> | null = null;
	let text: string | null = null;
	let error: string | null = null;
	const parser = new SaxesParser();
	parser.on("opentag", ({ name, attributes }) => {
		if (name === "error") error = String(attributes.code ?? "");
		if (name === "doc") doc = { url: [], title: [], headline: [], modtime: [], passage: [] };
		if (isText(name)) text = "";
	});
	parser.on("text", (piece) => {
		if (text !== null) text += piece;
	});
	parser.on("closetag", ({ name }) => {
		if (isText(name)) {
			doc?.[name].push(text ?? "");
			text = null;
		}
		if (name !== "doc" || !doc) return;
		const { url, title, headline, modtime, passage } = doc;
		doc = null;
		pages.push({
			url: url[0]?.trim() ?? "",
			title: title[0] ?? "",
			snippet: (passage.length > 0 ? passage : headline).join(" … "),
			publishedAt: dateOf(modtime[0]),
		});
	});
	try {
		parser.write(xml).close();
	} catch {
		throw new SearchRefused("Yandex: not an XML");
	}
	if (error !== null && error !== NOTHING_FOUND) throw new SearchRefused(`Yandex: error ${error}`);
	return pages;
}

const isText = (name: string): name is TextName => TEXTS.some((one) => one === name);

/** Parses a time of the form `20060814T040000`, in UTC. @returns null: another form */
function dateOf(modtime: string | undefined): number | null {
	const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/.exec(modtime?.trim() ?? "");
	if (!parts) return null;
	const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number);
	return Date.UTC(year, month - 1, day, hour, minute, second);
}
