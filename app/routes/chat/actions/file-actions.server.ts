import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { data, href, type RouterContextProvider } from "react-router";
import { requireOpenSession, signedIn } from "../../../accounts/http/guards.server.ts";
import { requestPlan } from "../../../billing/http/request-plan.server.ts";
import { planInForce } from "../../../billing/plans/plan-in-force.server.ts";
import { fileQuotaOf } from "../../../billing/plans/plans.server.ts";
import {
	findFiles,
	removeFromConversation,
	type ShownFile,
	setExtent,
} from "../../../files/attachments.server.ts";
import { openBlobs } from "../../../files/blobs/open-blobs.server.ts";
import {
	detachCollections,
	findCollections,
} from "../../../files/collections/conversation-collections.server.ts";
import { eraseUnattached } from "../../../files/erase-files.server.ts";
import { FILE_LIMITS } from "../../../files/file-limits.ts";
import { filesOfPrompts } from "../../../files/files-of-prompts.server.ts";
import { showAsPictures } from "../../../files/pictures/show-as-pictures.server.ts";
import { addFiles } from "../../../files/upload/add-files.server.ts";
import {
	discardUploads,
	isMultipart,
	type ReadMultipart,
	type RefusedUpload,
	readMultipart,
	UnreadableForm,
} from "../../../files/upload/read-multipart.server.ts";
import { scarceRoom } from "../../../files/upload/scarce-room.server.ts";
import { takeUploadPlace, type UploadPlace } from "../../../files/upload/uploads-at-once.server.ts";
import { showConversationOf } from "../../../layouts/chat/load/open-conversation.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { Account } from "../../../platform/http/context.server.ts";
import { readForm } from "../../../platform/http/forms.server.ts";
import { notFound, PRIVATE } from "../../../platform/http/http.server.ts";
import { loadPick } from "../composer/pick/load-pick.server.ts";
import type { FormOf } from "./chat-form.server.ts";
import { submitPrompt } from "./prompt-actions.server.ts";
import { toConversation } from "./to-conversation.server.ts";

type Context = Readonly<RouterContextProvider>;
type Sent = Omit<ReadMultipart, "form">;
type QuestionForm = FormOf<"ask"> | FormOf<"attach"> | FormOf<"pick-documents">;

/**
 * Reads a form of the chat, with its files where it has some, and handles it; until then it keeps its place among those
 * of its account. Files that have no owner then are gone before the place is free, whatever the form asked for. Past the
 * limit the files are refused alone: what was typed comes back with the page. Only a form that may bring files is asked a
 * second time whether its session is open: any other comes within half a minute.
 */
export async function withChatForm<T>(
	request: Request,
	context: Context,
	handle: (sent: ReadMultipart) => Promise<T>,
): Promise<T> {
	if (!isMultipart(request)) return handle({ form: await readForm(request), uploads: [], refused: [] });
	const { id: accountId } = signedIn(context);
	// Read by itself: that of the request is kept, and the quota is decided when the form has come, maybe much later.
	const { plan } = await planInForce(db(), accountId);
	// Beside the plan's, as a document that replaces another is for a moment there together with it.
	const place = takeUploadPlace(accountId, fileQuotaOf(plan).bytes + FILE_LIMITS.bytes);
	if (!place)
		throw new Response("Сейчас передаётся слишком много файлов. Попробуйте ещё раз, когда они придут.", {
			status: 429,
			headers: { ...PRIVATE, "Retry-After": "5" },
		});
	try {
		const sent = await readSent(request, place);
		try {
			await requireOpenSession(request, context);
			return await handle(sent);
		} finally {
			await discardUploads(openBlobs(db()), sent.uploads);
		}
	} finally {
		place.release();
	}
}

async function readSent(request: Request, place: UploadPlace): Promise<ReadMultipart> {
	try {
		return await readMultipart(request, openBlobs(db()), place);
	} catch (error) {
		if (!(error instanceof UnreadableForm)) throw error;
		throw new Response("Форма получена не полностью.", { status: 400, headers: PRIVATE });
	}
}

/** A question with files, or, without script, the files alone: then the page comes back with them and the text. */
export async function askWithFiles(context: Context, form: QuestionForm, sent: Sent) {
	const { id: accountId } = signedIn(context);
	// Without script the page that comes back is that of the form.
	showConversationOf(context, form.conversationId);
	if (form.asPictures) await showAsPictures(db(), accountId, form.asPictures);
	const { files, refused, missing, areUnread, room } = await takeFiles(context, form, sent);
	const model = form.pick || form.model;
	const collections = await takeCollections(accountId, form);
	const page = {
		text: form.text,
		promptId: randomUUID(),
		intent: "ask" as const,
		files,
		refused,
		room,
		model,
		collections,
		switches: { search: form.search, think: form.think, tools: form.tools },
	};
	if (form.intent === "pick-documents") {
		const pick = await loadPick(accountId, form.named);
		const status = refused.length > 0 ? statusOf(refused) : 200;
		return data({ ...page, pick, problem: "picking" as const }, { status, headers: PRIVATE });
	}
	if (form.intent === "attach") {
		const shown = await awaitReading(accountId, files);
		const attached = { ...page, files: shown, problem: "attached" as const };
		return data(attached, { status: refused.length > 0 ? statusOf(refused) : 200, headers: PRIVATE });
	}
	if (refused.length > 0 || areUnread)
		return data({ ...page, problem: "files" as const }, { status: statusOf(refused), headers: PRIVATE });
	if (missing.length > 0)
		return data({ ...page, missing, problem: "no-such-file" as const }, { status: 409, headers: PRIVATE });
	return submitPrompt(context, form, files, collections);
}

/** The collections that a question brings, without those that its form takes away. */
async function takeCollections(
	accountId: string,
	{ conversationId, collectionIds, detachedCollectionIds }: QuestionForm,
) {
	if (conversationId) await detachCollections(db(), accountId, conversationId, detachedCollectionIds);
	const wanted = collectionIds.filter((id) => !detachedCollectionIds.includes(id));
	return findCollections(db(), accountId, wanted);
}

/** Adds the files of a form to those that were sent before, without those that it takes away. */
async function takeFiles(context: Context, form: QuestionForm, sent: Sent) {
	const { id: accountId } = signedIn(context);
	const parts = { db: db(), blobs: openBlobs(db()) };
	const { removedFileIds, conversationId, promptId } = form;
	await eraseUnattached(parts, accountId, removedFileIds);
	if (conversationId) await removeFromConversation(db(), accountId, conversationId, removedFileIds);
	const sentBefore = form.asPictures ? [...form.fileIds, form.asPictures] : form.fileIds;
	const wanted = new Set(sentBefore.filter((id) => !removedFileIds.includes(id)));
	const before = await findFiles(db(), accountId, [...wanted]);
	const room = Math.max(0, FILE_LIMITS.perPrompt - before.length);
	const excess = sent.uploads.slice(room);
	const quota = fileQuotaOf((await requestPlan(context, db())).plan);
	const { added, refused } = await addFiles(parts, accountId, promptId, sent.uploads.slice(0, room), quota);
	// A form that is sent again after its question was recorded finds its answer, whatever became of the files.
	const isRecorded = (await filesOfPrompts(db(), [promptId])).size > 0;
	return {
		room: sent.uploads.length > 0 ? await scarceRoom(db(), accountId, quota) : null,
		missing: [...wanted].filter((id) => !before.some((file) => file.id === id)),
		// They stay with their reason, and where they are scans with the way to show their pages.
		areUnread: !isRecorded && before.some(({ state }) => state === "failed"),
		files: [...before, ...(await findFiles(db(), accountId, added))],
		refused: [
			...sent.refused,
			...excess.map(({ name, bytes }) => ({
				name,
				bytes,
				problem: "too-many" as const,
				limit: FILE_LIMITS.perPrompt,
			})),
			...refused,
		] satisfies RefusedUpload[],
	};
}

/** A page without script does not change by itself: it waits a little for the files to be read. */
const LOOKS = 8;
const LOOK_MS = 250;

async function awaitReading(accountId: string, files: readonly ShownFile[]): Promise<ShownFile[]> {
	const ids = files.map(({ id }) => id);
	for (let look = 0; ; look++) {
		const shown = await findFiles(db(), accountId, ids);
		if (look === LOOKS || shown.every(({ state }) => state === "ready" || state === "failed")) return shown;
		await sleep(LOOK_MS);
	}
}

/** 507: no room on the disk; 429: too many at once; 413: larger or more than allowed; 422: nothing to read in it. */
export function statusOf(refused: readonly RefusedUpload[]): number {
	const problems = new Set<string>(refused.map(({ problem }) => problem));
	if (problems.has("no-space")) return 507;
	if (problems.has("storage-down")) return 503;
	if (problems.has("too-many-at-once")) return 429;
	return ["too-large", "too-many", "no-room", "too-many-today"].some((problem) => problems.has(problem))
		? 413
		: 422;
}

/** Has a scan's pages read as pictures. The answer that could not be written without them can be written again. */
export async function readAsPictures(account: Account, { conversationId, fileId }: FormOf<"as-pictures">) {
	await showAsPictures(db(), account.id, fileId);
	return toConversation(conversationId);
}

/** How much of a file the model is given from the next answer of a conversation on. */
export async function changeExtent(account: Account, form: FormOf<"extent">) {
	const { conversationId, extent } = form;
	if (!(await setExtent(db(), account.id, form, extent === "" ? null : extent)))
		return notFound(href("/chat"));
	return toConversation(conversationId);
}

export async function detachCollection(
	account: Account,
	{ conversationId, collectionId }: FormOf<"detach-collection">,
) {
	await detachCollections(db(), account.id, conversationId, [collectionId]);
	return toConversation(conversationId);
}

export async function detach(account: Account, { conversationId, fileId }: FormOf<"detach">) {
	await removeFromConversation(db(), account.id, conversationId, [fileId]);
	return toConversation(conversationId);
}
