import * as v from "valibot";
import { COLLECTION_LIMITS } from "../../../files/collections/collection-limits.ts";
import { FILE_LIMITS } from "../../../files/file-limits.ts";

const id = v.pipe(v.string(), v.uuid());
/** The collection whose list the form stands in. */
const collectionId = v.optional(v.union([v.literal(""), id]), "");
const file = { fileId: id, collectionId };

const oneLine = v.pipe(
	v.optional(v.string(), ""),
	v.transform((text) => text.replace(/\s+/g, " ").trim()),
);
const collectionName = v.pipe(oneLine, v.nonEmpty("empty"), v.maxLength(COLLECTION_LIMITS.name, "empty"));

/** The forms of the documents (docs/contract.md). */
export const documentsForm = v.variant("intent", [
	v.object({ intent: v.literal("upload"), uploadId: id, collectionId }),
	v.object({ intent: v.literal("replace"), uploadId: id, ...file }),
	/** A document that was uploaded takes the place of an older one. */
	v.object({ intent: v.literal("replace-by"), newFileId: id, ...file }),
	v.object({ intent: v.literal("delete"), ...file }),
	v.object({
		intent: v.literal("rename"),
		name: v.pipe(oneLine, v.nonEmpty("empty"), v.maxLength(FILE_LIMITS.name * 2, "empty")),
		...file,
	}),
	v.object({ intent: v.literal("keep"), ...file }),
	/** Has the pages of a scan read as pictures. */
	v.object({ intent: v.literal("as-pictures"), ...file }),
	/** The collections that a document is in from now on, and the name of a new one. */
	v.object({
		intent: v.literal("collect"),
		...file,
		inCollections: v.pipe(v.array(id), v.maxLength(COLLECTION_LIMITS.perAccount)),
		name: v.pipe(oneLine, v.maxLength(COLLECTION_LIMITS.name, "empty")),
		newCollectionId: v.optional(id),
	}),
	v.object({ intent: v.literal("take-out"), fileId: id, collectionId: id }),
	v.object({ intent: v.literal("make-collection"), collectionId: id, name: collectionName }),
	v.object({ intent: v.literal("rename-collection"), collectionId: id, name: collectionName }),
	v.object({ intent: v.literal("delete-collection"), collectionId: id }),
]);

export type DocumentsForm = v.InferOutput<typeof documentsForm>;
export type FormOf<Intent extends DocumentsForm["intent"]> = Extract<DocumentsForm, { intent: Intent }>;

/** The form's fields for the schema; the collections of a document may be several. */
export const fieldsOf = (form: FormData): Record<string, FormDataEntryValue | FormDataEntryValue[]> => ({
	...Object.fromEntries(form),
	inCollections: form.getAll("inCollection"),
});

/** A name is empty or too long, and nothing else is wrong. */
export const isNameProblem = (
	issues: readonly { path?: readonly { key: unknown }[] | undefined }[],
): boolean => issues.every(({ path }) => path?.[0]?.key === "name");
