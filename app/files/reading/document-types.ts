/** The type of a document, by its content; between the kinds of text also by its name. */
export const DOCUMENT_TYPES = [
	"pdf",
	"docx",
	"xlsx",
	"pptx",
	"odt",
	"ods",
	"odp",
	"epub",
	"html",
	"rtf",
	"text",
	"markdown",
	"csv",
	"json",
	"code",
] as const;

export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** The type of a picture that is shown to a model, by its content. */
export const PICTURE_TYPES = ["jpeg", "png", "webp", "gif"] as const;

export type PictureType = (typeof PICTURE_TYPES)[number];

export const isPictureType = (type: string | null): type is PictureType =>
	PICTURE_TYPES.some((one) => one === type);

/** Why a document cannot be read; the texts are in `i18n/ru/reading.ts`. */
export const FAILURE_REASONS = [
	"empty",
	"too-large",
	"too-many-pages",
	"too-much-unpacked",
	"too-much-text",
	"too-many-cells",
	"encrypted",
	"scan",
	"no-text",
	"old-doc",
	"old-xls",
	"old-ppt",
	"picture",
	"archive",
	"unknown-type",
	"damaged",
	"too-slow",
	"too-much-memory",
	"too-many-pixels",
	"too-much-picture-memory",
	"damaged-picture",
] as const;

export type FailureReason = (typeof FAILURE_REASONS)[number];

/** The key of the sentence that says why. */
export const failureKey = (reason: FailureReason) => `reading:failed.${reason}` as const;

/**
 * A part of a document's text in its order: of one page, under one heading.
 * `number`: of the page, slide or sheet, from 1; 0 where the document has no pages, or does not say where they end.
 * Several parts in a row may have the same number.
 */
export type PageOfText = { number: number; section: string | null; text: string };
