import { openBlobs } from "../../../files/blobs/open-blobs.server.ts";
import type { Db } from "../../../platform/db/connection.server.ts";
import { parseSources } from "../../citations/sources.server.ts";
import type { BranchFiles } from "../../context/branch-files.server.ts";
import { promptBudget } from "../../context/context.server.ts";
import { readDocuments } from "../../context/documents.server.ts";
import { readDocumentsAgain } from "../../context/given-again.server.ts";
import {
	type AnswerSoFar,
	buildModelRequest,
	type ModelRequest,
} from "../../context/model-request.server.ts";
import { readPictures } from "../../context/pictures.server.ts";
import { changeHeld } from "../lease.server.ts";
import type { AnsweringModel, Claimed, WorkerDependencies } from "../worker-dependencies.server.ts";

/**
 * The request with the parts of the branch's documents. These parts are stored with the answer when they are given
 * first, and stay the same for the rest of the answer, whose text may cite them.
 * @param answer its `sources` are set
 * @throws {LeaseLost}
 */
export async function roundRequest(
	{ db, log, owner, instruction, embeddings = null }: WorkerDependencies,
	answer: Claimed,
	branchFiles: BranchFiles,
	soFar: AnswerSoFar,
	model: AnsweringModel,
): Promise<ModelRequest> {
	const room = promptBudget(model.contextTokens, model.answerTokens);
	// Calls have added what they have found.
	if (soFar.rounds.length > 0) answer.sources = await readStored(db, answer.id);
	const goesOn = soFar.rounds.length > 0 || (answer.sources !== null && soFar.tail !== "");
	const documents = goesOn
		? await readDocumentsAgain(db, branchFiles, parseSources(answer.sources))
		: await readDocuments(db, answer.account_id, branchFiles, room, embeddings);
	if (documents && !goesOn) {
		answer.sources = JSON.stringify(documents.given);
		await changeHeld({ db, answerId: answer.id, owner }, { sources: answer.sources });
		// The readers need to know what may be cited.
		await log.announce(answer.id);
	}
	const parts = { db, blobs: openBlobs(db) };
	const pictures = await readPictures(parts, branchFiles, room, model.sees ?? false);
	return buildModelRequest(db, answer, soFar, instruction, model, documents, pictures);
}

async function readStored(db: Db, answerId: string): Promise<string | null> {
	const row = await db.selectFrom("answers").select("sources").where("id", "=", answerId).executeTakeFirst();
	return row?.sources ?? null;
}
