import type { RefusedUpload } from "../../../files/upload/read-multipart.server.ts";

/** Why a form has come back. */
export type Problem =
	| { problem: "nothing" }
	| { problem: "full-collection" }
	| { problem: "refused"; refused: readonly RefusedUpload[]; of: number }
	| { problem: "name"; name: string; why: "empty" | "taken" | "full" };
