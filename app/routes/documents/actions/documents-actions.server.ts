import { data, type RouterContextProvider } from "react-router";
import { signedIn } from "../../../accounts/http/guards.server.ts";
import {
	collectionsOfFiles,
	putIntoCollection,
	takeOutOfCollection,
} from "../../../files/collections/collection-files.server.ts";
import {
	deleteCollection,
	listCollections,
	makeCollection,
	type Named,
	renameCollection,
} from "../../../files/collections/collections.server.ts";
import { keepDocument, renameDocument } from "../../../files/library/change-document.server.ts";
import { deleteDocument } from "../../../files/library/delete-document.server.ts";
import { findDocument } from "../../../files/library/list-documents.server.ts";
import { replaceDocument } from "../../../files/library/replace-document.server.ts";
import { showAsPictures } from "../../../files/pictures/show-as-pictures.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { notFound, PRIVATE } from "../../../platform/http/http.server.ts";
import { listAddress } from "../addresses.ts";
import type { DocumentsForm, FormOf } from "./documents-form.server.ts";
import { doneAt } from "./done-at.server.ts";
import { fullCollection } from "./upload-actions.server.ts";

type Context = Readonly<RouterContextProvider>;
type Change = Exclude<DocumentsForm, FormOf<"upload" | "replace">>;

/** Changes documents and collections; what the account does not have is a 404. */
export async function change(context: Context, form: Change) {
	const { id: accountId } = signedIn(context);
	const { collectionId } = form;
	const list = listAddress({ collectionId });
	switch (form.intent) {
		case "delete":
			return orMissing(await deleteDocument(db(), accountId, form.fileId), list, "deleted");
		case "rename":
			return orMissing(await renameDocument(db(), accountId, form.fileId, form.name), list, "renamed");
		case "keep":
			return orMissing(await keepDocument(db(), accountId, form.fileId), list, "kept");
		case "as-pictures":
			return orMissing(await showAsPictures(db(), accountId, form.fileId), list, "as-pictures");
		case "replace-by": {
			const replaced = await replaceDocument(db(), accountId, form.fileId, form.newFileId);
			const isReady = (await findDocument(db(), accountId, form.newFileId))?.state === "ready";
			return orMissing(replaced, list, isReady ? "replaced" : "replacing");
		}
		case "collect":
			return collect(accountId, form);
		case "take-out":
			return orMissing(
				await takeOutOfCollection(db(), accountId, form.collectionId, form.fileId),
				list,
				"taken-out",
			);
		case "make-collection":
			return named(
				await makeCollection(db(), accountId, { id: form.collectionId, name: form.name }),
				form,
				"collection-made",
			);
		case "rename-collection":
			return named(
				await renameCollection(db(), accountId, form.collectionId, form.name),
				form,
				"collection-renamed",
			);
		case "delete-collection":
			return orMissing(
				await deleteCollection(db(), accountId, form.collectionId),
				listAddress({}),
				"collection-deleted",
			);
	}
}

function orMissing(done: boolean, list: string, said: Parameters<typeof doneAt>[1]) {
	return done ? doneAt(list, said) : notFound(list);
}

function named(
	outcome: Named,
	{ collectionId, name }: { collectionId: string; name: string },
	said: Parameters<typeof doneAt>[1],
) {
	if (outcome === "done") return doneAt(listAddress({ collectionId }), said);
	if (outcome === "no-such-collection") return notFound(listAddress({ collectionId }));
	return nameProblem(outcome, name);
}

/** The form comes back with the name. */
export const nameProblem = (problem: "empty" | "taken" | "full", name: string) =>
	data(
		{ problem: "name" as const, name, why: problem },
		{ status: problem === "empty" ? 400 : 409, headers: PRIVATE },
	);

/** A document is in these collections from now on, and in a new one where a name is given. */
async function collect(accountId: string, form: FormOf<"collect">) {
	const list = listAddress(form);
	const file = await findDocument(db(), accountId, form.fileId);
	if (!file) return notFound(list);
	const all = (await listCollections(db(), accountId)).map(({ id }) => id);
	const wanted = new Set(form.inCollections.filter((id) => all.includes(id)));
	if (form.name !== "") {
		const id = form.newCollectionId ?? crypto.randomUUID();
		const made = await makeCollection(db(), accountId, { id, name: form.name });
		if (made === "no-such-collection") return notFound(list);
		if (made !== "done") return nameProblem(made, form.name);
		wanted.add(id);
	}
	const before = (await collectionsOfFiles(db(), accountId, [file.id])).get(file.id) ?? [];
	for (const { id } of before) if (!wanted.has(id)) await takeOutOfCollection(db(), accountId, id, file.id);
	for (const id of wanted) {
		const put = await putIntoCollection(db(), accountId, id, [file.id]);
		if (put === "full") return fullCollection();
		// Deleted since it was looked up.
		if (put === "no-such-file") return notFound(list);
	}
	return doneAt(list, "collected");
}
