import { expect, test } from "vitest";
import { textBlocks } from "../../../app/routes/documents/text-page/text-blocks.ts";

test("headings and tables of the readers are shown as such, everything else as it stands", () => {
	expect(
		textBlocks("# Глава\n\nТекст *со* звёздами\n\tи отступом\n\n| А | Б\\|В |\n| --- | --- |\n| 1 |  |"),
	).toEqual([
		{ kind: "heading", text: "Глава" },
		{ kind: "text", text: "Текст *со* звёздами\n\tи отступом" },
		{
			kind: "table",
			rows: [
				["А", "Б|В"],
				["1", ""],
			],
		},
	]);
	expect(textBlocks("#хештег\n\n| не таблица |\n\n<b>")).toEqual([
		{ kind: "text", text: "#хештег" },
		{ kind: "text", text: "| не таблица |" },
		{ kind: "text", text: "<b>" },
	]);
});
