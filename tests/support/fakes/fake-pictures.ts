import { blackPng } from "../documents/picture.ts";
import { json, startHttpFake } from "./http-fake.ts";

/** The answer of the server: a picture, or something else in its place. */
export type PictureFault =
	| "none"
	| "url"
	| "no-field"
	| "refused"
	| "busy"
	| "broken"
	| "no-json"
	| "nothing"
	| "no-base64"
	| "html"
	| "svg"
	| "cut-off"
	| "bomb"
	| "huge"
	| "hangs";

const base64 = (text: string | Buffer) => Buffer.from(text).toString("base64");
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const BLACK = blackPng(64, 48);
/** Its head says so many pixels, and nothing comes. */
const bomb = () => {
	const png = Buffer.from(blackPng(8, 8));
	png.writeUInt32BE(60_000, 16);
	png.writeUInt32BE(60_000, 20);
	return png;
};

const PICTURES: Partial<Record<PictureFault, () => string>> = {
	"no-field": () => base64(BLACK),
	"no-base64": () => "это не Base64",
	html: () => base64("<html><script>alert(1)</script></html>"),
	svg: () => base64(SVG),
	"cut-off": () => base64(BLACK.subarray(0, 40)),
	bomb: () => base64(bomb()),
	huge: () => base64(Buffer.concat([BLACK, Buffer.alloc(21 * 1024 ** 2)])),
};

/** A server of pictures with OpenAI's `/images/generations`, which gives one, a black one by default, unless it is told otherwise. */
export async function startFakePictures(picture: Buffer = BLACK) {
	let fault: PictureFault = "none";
	let address = "";
	let left = 0;
	const fake = await startHttpFake(({ path, body }, response) => {
		response.on("close", () => {
			if (!response.writableFinished) left++;
		});
		if (path === "/picture.png") return void response.writeHead(200).end(BLACK);
		if (path !== "/v1/images/generations") return json(response, 404, {});
		if (fault === "hangs") return;
		const error = (status: number, message: string) => json(response, status, { error: { message } });
		if (fault === "refused") return error(400, "Your request was rejected by the safety system");
		if (fault === "busy") return error(429, "Rate limit reached");
		if (fault === "broken") return error(500, "Internal error");
		if (fault === "no-field" && JSON.parse(body).response_format)
			return error(400, "Unknown parameter: 'response_format'.");
		if (fault === "no-json") return void response.writeHead(200).end("<html>");
		if (fault === "nothing") return json(response, 200, { created: 1, data: [] });
		const b64_json = fault === "none" ? base64(picture) : PICTURES[fault]?.();
		const data = fault === "url" ? { url: address } : { b64_json };
		json(response, 200, { created: 1, data: [data] });
	});
	return {
		...fake,
		baseUrl: `${fake.url}/v1`,
		fault(next: PictureFault) {
			fault = next;
		},
		/** Where `url` leads. */
		address(next: string) {
			address = next;
		},
		/** The requests for pictures. */
		asked: () =>
			fake.requests
				.filter(({ path }) => path === "/v1/images/generations")
				.map(({ body, headers }) => ({ ...JSON.parse(body), key: headers["idempotency-key"] })),
		/** Connections that were left before the answer. */
		left: () => left,
	};
}
