import type { IncomingMessage } from "node:http";
import { FILE_LIMITS } from "../../files/file-limits.ts";
import { guardedRequest } from "../pages/guarded-request.server.ts";
import { readBody } from "../pages/page-body.server.ts";
import type { PageGuard } from "../pages/page-guard.server.ts";
import { PageRefused } from "../pages/page-refused.server.ts";

const HEADERS = { accept: "image/png,image/jpeg,image/webp", "accept-encoding": "identity" };

/**
 * The bytes at an address that a server has named. It is a stranger's word, so it may lead only where `read_page` may,
 * and no redirect is followed.
 * @throws {PageRefused}
 * @throws the signal's reason
 */
export async function fetchPicture(
	address: string,
	{ guard, about, signal }: { guard: PageGuard; about: string; signal: AbortSignal },
): Promise<Buffer<ArrayBuffer>> {
	const url = guard.check(address);
	let response: IncomingMessage | undefined;
	try {
		response = await guardedRequest(url, guard, about, HEADERS, signal);
		if (response.statusCode !== 200) throw new PageRefused("unavailable");
		return await readBody(response, FILE_LIMITS.pictureBytes, signal);
	} catch (error) {
		signal.throwIfAborted();
		throw error instanceof PageRefused ? error : new PageRefused("unavailable");
	} finally {
		response?.destroy();
	}
}
