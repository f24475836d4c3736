import type { TextOutput } from "../../process/text-output.server.ts";
import { Archive } from "../archive/archive.server.ts";
import { readXml } from "../archive/xml.server.ts";
import { mainPart, partOfType, relationsOf } from "../office/relations.server.ts";
import { SlideText } from "./slide-text.server.ts";

/** A presentation of PowerPoint: each slide is a page, its title the section; then the speaker's notes. */
export async function readPptx(path: string, output: TextOutput): Promise<void> {
	const archive = await Archive.open(path);
	const presentation = await mainPart(archive, "ppt/presentation.xml");
	const relations = await relationsOf(archive, presentation);
	const order: string[] = [];
	await readXml(archive.bytes(presentation), {
		open(name, attributes) {
			if (name === "sldId") order.push(attributes.id ?? "");
		},
	});
	let number = 0;
	for (const id of order) {
		const slide = relations.find((relation) => relation.id === id && relation.type === "slide");
		if (!slide) continue;
		output.page(++number);
		output.section(null);
		await readXml(archive.bytes(slide.target), new SlideText(output, "slide"));
		const notes = partOfType(await relationsOf(archive, slide.target), "notesSlide");
		if (notes) await readXml(archive.bytes(notes), new SlideText(output, "notes"));
	}
}
