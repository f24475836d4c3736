import * as v from "valibot";
import { FILE_LIMITS } from "../../files/file-limits.ts";
import { isPictureType, type PictureType } from "../../files/reading/document-types.ts";
import { pictureOf } from "../../files/reading/pictures/picture-type.server.ts";
import type { PageGuard } from "../pages/page-guard.server.ts";
import { fetchPicture } from "./fetch-picture.server.ts";

const answer = v.object({
	data: v.pipe(
		v.array(
			v.object({
				b64_json: v.optional(v.nullable(v.string())),
				url: v.optional(v.nullable(v.string())),
			}),
		),
		v.minLength(1),
	),
});

/** The bytes of a made picture, of a kind that we show. */
export type MadePicture = { bytes: Buffer<ArrayBuffer>; type: PictureType };

/** The server of pictures has answered with no picture that can be kept. */
export class NoPicture extends Error {
	override readonly name = "NoPicture";
	readonly code: "failed" | "too-large";

	constructor(code: "failed" | "too-large" = "failed") {
		super(code);
		this.code = code;
	}
}

/**
 * The picture of a response of `/images/generations`: in it, or at an address, which may lead only to the public web.
 * Its first bytes say its type, and not the server.
 * @throws {NoPicture}
 * @throws {PageRefused} when the address cannot be read
 * @throws the signal's reason
 */
export async function pictureFrom(
	body: unknown,
	{ guard, about, signal }: { guard: PageGuard; about: string; signal: AbortSignal },
): Promise<MadePicture> {
	const parsed = v.safeParse(answer, body);
	const [{ b64_json, url } = {}] = parsed.success ? parsed.output.data : [];
	// A text that is not Base64 decodes to other bytes, which are no picture.
	const bytes = b64_json
		? Buffer.from(b64_json, "base64")
		: url
			? await fetchPicture(url, { guard, about, signal })
			: undefined;
	if (!bytes) throw new NoPicture();
	if (bytes.length > FILE_LIMITS.pictureBytes) throw new NoPicture("too-large");
	const type = pictureOf(bytes);
	if (!isPictureType(type)) throw new NoPicture();
	return { bytes, type };
}
