import type { IconName } from "../../../../icons/icon.tsx";

type Kind = "pdf" | "doc" | "xls" | "code" | "picture" | "other";

const KINDS: Record<string, Kind> = {
	pdf: "pdf",
	docx: "doc",
	odt: "doc",
	rtf: "doc",
	epub: "doc",
	xlsx: "xls",
	ods: "xls",
	csv: "xls",
	pptx: "doc",
	odp: "doc",
	html: "code",
	json: "code",
	code: "code",
	jpeg: "picture",
	png: "picture",
	webp: "picture",
	gif: "picture",
};

const ICONS: Record<Kind, IconName> = {
	pdf: "file-pdf-box",
	doc: "file-word-outline",
	xls: "file-table-outline",
	code: "code-tags",
	picture: "image-outline",
	other: "file-document-outline",
};

const SHEETS = new Set(["xlsx", "ods"]);
const SLIDES = new Set(["pptx", "odp"]);

/** The word for the pages of a document of this type. */
export function pagesOf(type: string | null): "sheets" | "slides" | "pages" {
	if (SHEETS.has(type ?? "")) return "sheets";
	return SLIDES.has(type ?? "") ? "slides" : "pages";
}

/** How a file is drawn: its kind has a colour and an icon, and its ending is written, as people know it. */
export function fileKind({ name, type }: { name: string; type: string | null }): {
	kind: Kind;
	icon: IconName;
	label: string;
} {
	const ending = /\.([\p{L}\p{N}]{1,5})$/u.exec(name)?.[1] ?? "";
	const kind = KINDS[type ?? ""] ?? KINDS[ending.toLowerCase()] ?? "other";
	return { kind, icon: ICONS[kind], label: (ending || (type ?? "")).toUpperCase() };
}
