import { randomUUID } from "node:crypto";
import { partsOf } from "../message-parts.server.ts";
import { type ChatMessage, ProviderError } from "../provider.server.ts";
import type { SmallRequest } from "./small-request.server.ts";

/** In one request, and one in a message (https://developers.sber.ru/docs/ru/gigachat/guides/working-with-files). */
const MOST_PICTURES = 10;

/** The pictures of messages, as `data:` addresses: the last ones that GigaChat takes together, in their order. */
export const picturesIn = (messages: readonly ChatMessage[]): string[] =>
	messages
		.flatMap((message) => partsOf(message).flatMap((part) => (part.type === "image" ? part.url : [])))
		.slice(-MOST_PICTURES);

/**
 * The pictures of one request. GigaChat takes them as files of its storage, which keeps them until they are deleted:
 * they are there for as long as the request takes.
 */
export class UploadedPictures {
	readonly #baseUrl: string;
	readonly #request: SmallRequest;
	readonly #headers: Record<string, string>;
	readonly #uploads: Promise<{ url: string; id: string }>[] = [];

	/** @param access the token */
	constructor(baseUrl: string, request: SmallRequest, access: string) {
		this.#baseUrl = baseUrl;
		this.#request = request;
		this.#headers = { Authorization: `Bearer ${access}` };
	}

	/**
	 * Uploads pictures.
	 * @returns their ids by their addresses
	 * @throws {ProviderError}
	 */
	async upload(urls: readonly string[]): Promise<ReadonlyMap<string, string>> {
		const ids = new Map<string, string>();
		for (const url of new Set(urls)) {
			const upload = this.#upload(url);
			this.#uploads.push(upload);
			ids.set(url, (await upload).id);
		}
		return ids;
	}

	/** Deletes the uploaded pictures; one that cannot be deleted stays, and is nobody's failure. */
	async remove(): Promise<void> {
		const uploaded = await Promise.allSettled(this.#uploads);
		const ids = uploaded.flatMap((one) => (one.status === "fulfilled" ? one.value.id : []));
		await Promise.allSettled(
			ids.map((id) =>
				this.#request(`${this.#baseUrl}/files/${encodeURIComponent(id)}/delete`, {
					headers: this.#headers,
					body: "",
				}),
			),
		);
	}

	async #upload(url: string): Promise<{ url: string; id: string }> {
		const { body, boundary } = formWith(url);
		const { id } = await this.#request(`${this.#baseUrl}/files`, {
			headers: { ...this.#headers, "Content-Type": `multipart/form-data; boundary=${boundary}` },
			body,
		});
		if (typeof id !== "string") throw new ProviderError("malformed", "GigaChat gave no id for a picture");
		return { url, id };
	}
}

/** The form of an upload. @param url `data:image/jpeg;base64,…` */
function formWith(url: string): { body: Buffer; boundary: string } {
	const [, type = "image/jpeg", data = ""] = /^data:([\w/+.-]+);base64,(.*)$/s.exec(url) ?? [];
	const boundary = randomUUID();
	const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
	const body = Buffer.concat([
		Buffer.from(`${part('name="purpose"')}general\r\n`),
		Buffer.from(part(`name="file"; filename="picture.${type.split("/")[1]}"\r\nContent-Type: ${type}`)),
		Buffer.from(data, "base64"),
		Buffer.from(`\r\n--${boundary}--\r\n`),
	]);
	return { body, boundary };
}
