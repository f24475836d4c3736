import * as v from "valibot";
import { requireAccount, signedIn } from "../../../accounts/http/guards.server.ts";
import { requestPlan } from "../../../billing/http/request-plan.server.ts";
import { fileQuotaOf } from "../../../billing/plans/plans.server.ts";
import { findFiles } from "../../../files/attachments.server.ts";
import { openBlobs } from "../../../files/blobs/open-blobs.server.ts";
import { putIntoCollection } from "../../../files/collections/collection-files.server.ts";
import { eraseUnattached } from "../../../files/erase-files.server.ts";
import { FILE_LIMITS, SINGLE_FORM_BYTES } from "../../../files/file-limits.ts";
import { showAsPictures } from "../../../files/pictures/show-as-pictures.server.ts";
import { addFiles } from "../../../files/upload/add-files.server.ts";
import type { ReadMultipart } from "../../../files/upload/read-multipart.server.ts";
import { scarceRoom } from "../../../files/upload/scarce-room.server.ts";
import { getI18n } from "../../../i18n/middleware.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { PRIVATE } from "../../../platform/http/http.server.ts";
import { statusOf, withChatForm } from "../actions/file-actions.server.ts";
import { refusalText } from "../composer/attachments/refusal-text.ts";
import { loadPick } from "../composer/pick/load-pick.server.ts";
import type { Route } from "./+types/files";

export const handle = { limits: { uploadBytes: SINGLE_FORM_BYTES } };
export const middleware: Route.MiddlewareFunction[] = [requireAccount];

const uuid = v.pipe(v.string(), v.uuid());

/** The state of files that were sent: `?id=`, several times; or what can be chosen for a question: `?named=`. */
export async function loader({ url, context }: Route.LoaderArgs) {
	const named = url.searchParams.get("named");
	if (named !== null) return Response.json(await loadPick(signedIn(context).id, named), { headers: PRIVATE });
	const ids = url.searchParams.getAll("id").slice(0, FILE_LIMITS.perPrompt);
	const files = await findFiles(
		db(),
		signedIn(context).id,
		ids.filter((id) => v.is(uuid, id)),
	);
	return Response.json({ files }, { headers: PRIVATE });
}

/**
 * Takes one file (`files`), sent by the script while the question is being written, or into the documents (`keep`);
 * takes one away (`removeFile`); or has the pages of a scan read as pictures (`asPictures`).
 */
export function action({ request, context }: Route.ActionArgs) {
	return withChatForm(request, context, (sent) => act(context, sent));
}

async function act(context: Route.ActionArgs["context"], { form, uploads, refused }: ReadMultipart) {
	const { id: accountId } = signedIn(context);
	const parts = { db: db(), blobs: openBlobs(db()) };
	const removed = form.getAll("removeFile").filter((id) => v.is(uuid, id));
	if (removed.length > 0) {
		await eraseUnattached(parts, accountId, removed as string[]);
		return Response.json({}, { headers: PRIVATE });
	}
	const scan = form.get("asPictures");
	if (v.is(uuid, scan)) {
		await showAsPictures(db(), accountId, scan);
		const [file] = await findFiles(db(), accountId, [scan]);
		return file
			? Response.json(file, { headers: PRIVATE })
			: new Response(null, { status: 404, headers: PRIVATE });
	}
	const [upload] = uploads;
	const sentId = form.get("uploadId");
	const uploadId = v.is(uuid, sentId) ? sentId : crypto.randomUUID();
	const quota = fileQuotaOf((await requestPlan(context, db())).plan);
	const kept = form.get("keep") === "1";
	const result = await addFiles(parts, accountId, uploadId, upload ? [upload] : [], quota, Date.now(), {
		kept,
	});
	const t = getI18n(context).getFixedT(null, ["files", "reading", "documents"] as [
		"files",
		"reading",
		"documents",
	]);
	const collectionId = form.get("collectionId");
	if (kept && v.is(uuid, collectionId) && result.added.length > 0) {
		const put = await putIntoCollection(db(), accountId, collectionId, result.added);
		if (put !== "done")
			return Response.json(
				{ message: t("documents:notUploaded.notCollected") },
				{ status: 409, headers: PRIVATE },
			);
	}
	const [file] = await findFiles(db(), accountId, result.added);
	const room = await scarceRoom(db(), accountId, quota);
	if (file) return Response.json({ ...file, ...(room && { room }) }, { headers: PRIVATE });
	const [refusal] = [...refused, ...result.refused];
	if (!refusal)
		return Response.json({ message: t("documents:notUploaded.noFile") }, { status: 400, headers: PRIVATE });
	return Response.json(
		{ ...refusal, message: refusalText(t, refusal), ...(room && { room }) },
		{ status: statusOf([refusal]), headers: PRIVATE },
	);
}
