import { data, type RouterContextProvider } from "react-router";
import { signedIn } from "../../../accounts/http/guards.server.ts";
import { requestPlan } from "../../../billing/http/request-plan.server.ts";
import { fileQuotaOf } from "../../../billing/plans/plans.server.ts";
import { openBlobs } from "../../../files/blobs/open-blobs.server.ts";
import { putIntoCollection } from "../../../files/collections/collection-files.server.ts";
import { findDocument } from "../../../files/library/list-documents.server.ts";
import { replaceDocument } from "../../../files/library/replace-document.server.ts";
import { addFiles } from "../../../files/upload/add-files.server.ts";
import type { RefusedUpload, Upload } from "../../../files/upload/read-multipart.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { notFound, PRIVATE } from "../../../platform/http/http.server.ts";
import { statusOf } from "../../chat/actions/file-actions.server.ts";
import { listAddress } from "../addresses.ts";
import type { FormOf } from "./documents-form.server.ts";
import { doneAt } from "./done-at.server.ts";

type Context = Readonly<RouterContextProvider>;
type Sent = { uploads: readonly Upload[]; refused: readonly RefusedUpload[] };

/** Files of the list's form, which the person keeps. Refused files come back with the page. */
export async function upload(context: Context, form: FormOf<"upload">, sent: Sent) {
	const { id: accountId } = signedIn(context);
	const parts = { db: db(), blobs: openBlobs(db()) };
	const quota = fileQuotaOf((await requestPlan(context, db())).plan);
	const result = await addFiles(parts, accountId, form.uploadId, sent.uploads, quota, Date.now(), {
		kept: true,
	});
	const { added } = result;
	if (form.collectionId) {
		const put = await putIntoCollection(db(), accountId, form.collectionId, added);
		if (put === "no-such-collection") return notFound(listAddress(form));
		if (put === "full") return fullCollection();
	}
	const refused = [...sent.refused, ...result.refused];
	const of = sent.uploads.length + sent.refused.length;
	if (refused.length > 0)
		return data(
			{ problem: "refused" as const, refused, of },
			{ status: statusOf(refused), headers: PRIVATE },
		);
	if (of === 0) return data({ problem: "nothing" as const }, { status: 400, headers: PRIVATE });
	const uploaded = Object.fromEntries(added.map((id, i) => [`new${i}`, id]));
	const to = listAddress({ collectionId: form.collectionId }, uploaded);
	return doneAt(to, added.length > 1 ? "uploaded-several" : "uploaded");
}

export const fullCollection = () =>
	data({ problem: "full-collection" as const }, { status: 409, headers: PRIVATE });

/** Another file for a document: it takes its place as soon as it has been read. */
export async function replace(context: Context, form: FormOf<"replace">, { uploads, refused }: Sent) {
	const { id: accountId } = signedIn(context);
	const parts = { db: db(), blobs: openBlobs(db()) };
	const old = await findDocument(db(), accountId, form.fileId);
	const [first] = uploads;
	if (!old) return notFound(listAddress(form));
	const { bytes, perDay } = fileQuotaOf((await requestPlan(context, db())).plan);
	// The older one goes when the newer one has been read: for a moment there are both.
	const quota = { bytes: bytes + old.bytes, perDay };
	const result = await addFiles(parts, accountId, form.uploadId, first ? [first] : [], quota, Date.now(), {
		kept: true,
	});
	const [added] = result.added;
	if (!added) {
		const [refusal] = [...refused, ...result.refused];
		if (!refusal) return data({ problem: "nothing" as const }, { status: 400, headers: PRIVATE });
		return data(
			{ problem: "refused" as const, refused: [refusal], of: 1 },
			{ status: statusOf([refusal]), headers: PRIVATE },
		);
	}
	await replaceDocument(db(), accountId, old.id, added);
	return doneAt(listAddress(form), "replacing");
}
