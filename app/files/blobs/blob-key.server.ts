import { createHash } from "node:crypto";

/**
 * The key of bytes: the same for the same bytes of one account, and different for two accounts, so that nobody learns
 * that another one has a file.
 */
export const blobKeyOf = (accountId: string, sha256: string): string =>
	createHash("sha256").update(`${accountId} ${sha256}`).digest("hex");
