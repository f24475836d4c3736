import type { ShownFile } from "../../../../files/attachments.server.ts";
import { endedAtSignIn } from "./send-file.ts";

/** Removes a file that the server has. Where the request does not arrive, the file goes by itself a day later. */
export function removeFile(id: string): void {
	post("removeFile", id).catch(() => {});
}

/** Has the pages of a scan shown to the model. `gone`: the file was removed in another tab, for instance. */
export async function showPages(id: string): Promise<ShownFile | "gone" | "signed-out" | "lost"> {
	const response = await post("asPictures", id).catch(() => null);
	if (response?.status === 404) return "gone";
	if (!response?.ok) return "lost";
	return endedAtSignIn(response.url) ? "signed-out" : ((await response.json()) as ShownFile);
}

function post(field: string, id: string): Promise<Response> {
	const form = new FormData();
	form.set(field, id);
	// The page shows the change at once, so it has to arrive also when the tab is closed then.
	return fetch("/chat/files", { method: "POST", body: form, keepalive: true });
}
