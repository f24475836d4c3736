import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { switchProtocols } from "./http-fake.ts";

const ACCESS_KEY = "test-access-key";
/** With characters that an address has to encode. */
const SECRET_KEY = "test/secret+key";
const REGION = "ru-central1";

/** The fault of the next request; `stalls`: half of an object comes and then nothing. */
type Fault = "500" | "breaks" | "cut" | "hangs" | "stalls" | "switches";

export type FakeS3 = Awaited<ReturnType<typeof startFakeS3>>;

/**
 * A storage that speaks S3, at its wire: it computes the signature of each request by the published steps of Signature
 * Version 4 and refuses what does not match, an old date, and a body that is not the one that was signed.
 */
export async function startFakeS3(bucket = "files") {
	const objects = new Map<string, Buffer>();
	const requests: string[] = [];
	const faults: Fault[] = [];
	let isDown = false;

	const server = createServer(async (request, response) => {
		if (isDown) return void request.destroy();
		const fault = faults.shift();
		if (fault === "breaks") return void request.destroy();
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const body = Buffer.concat(chunks);
		requests.push(`${request.method} ${request.url}`);
		if (fault === "hangs") return;
		if (fault === "switches") return switchProtocols(response);
		if (fault === "500") return refuse(response, 500, "InternalError");
		const problem = problemWith(request, body);
		if (problem) return refuse(response, 403, problem);
		const [, own, ...name] = new URL(request.url ?? "/", "http://fake").pathname.split("/");
		if (own !== bucket) return refuse(response, 404, "NoSuchBucket");
		answer(request, response, name.join("/"), body, fault);
	});

	function answer(
		{ method }: IncomingMessage,
		response: ServerResponse,
		name: string,
		body: Buffer,
		fault: Fault | undefined,
	): void {
		if (method === "PUT") {
			objects.set(name, body);
			return void response.end();
		}
		if (method === "DELETE") {
			objects.delete(name);
			return void response.writeHead(204).end();
		}
		const object = objects.get(name);
		if (!object) return void refuse(response, 404, "NoSuchKey");
		response.writeHead(200, { "Content-Length": object.length });
		if (method === "HEAD") return void response.end();
		if (fault !== "cut" && fault !== "stalls") return void response.end(object);
		response.write(object.subarray(0, object.length / 2), () => {
			if (fault === "cut") response.destroy();
		});
	}

	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	const credentials = `${ACCESS_KEY}:${encodeURIComponent(SECRET_KEY)}`;
	return {
		/** For `FILES_URL`. */
		url: `s3+http://${credentials}@127.0.0.1:${port}/${bucket}/of-a-test?region=${REGION}`,
		/** The same with a key that the storage does not accept. */
		urlWithWrongSecret: `s3+http://${ACCESS_KEY}:wrong@127.0.0.1:${port}/${bucket}?region=${REGION}`,
		urlOfNoBucket: `s3+http://${credentials}@127.0.0.1:${port}/nothing?region=${REGION}`,
		objects,
		requests,
		/** How many connections are open. */
		connections: () => promisify(server.getConnections.bind(server))(),
		fail: (...next: Fault[]) => void faults.push(...next),
		set down(down: boolean) {
			isDown = down;
		},
		async stop() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function refuse(response: ServerResponse, status: number, code: string): void {
	response
		.writeHead(status, { "Content-Type": "application/xml" })
		.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest("hex");
const hmac = (key: Buffer | string, data: string) => createHmac("sha256", key).update(data).digest();

/** @returns the code with which S3 refuses a request that is not signed as it should be */
function problemWith(request: IncomingMessage, body: Buffer): string | undefined {
	const { headers, method = "", url = "" } = request;
	const match =
		/^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
			headers.authorization ?? "",
		);
	if (!match) return "AccessDenied";
	const [, accessKey, day = "", region = "", signedHeaders = "", signature] = match;
	if (accessKey !== ACCESS_KEY) return "InvalidAccessKeyId";
	if (region !== REGION) return "AuthorizationHeaderMalformed";
	const date = String(headers["x-amz-date"]);
	const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
	if (!date.startsWith(day) || !(Math.abs(Date.now() - at) < 15 * 60_000)) return "RequestTimeTooSkewed";
	const names = signedHeaders.split(";");
	if (!["host", "x-amz-content-sha256", "x-amz-date"].every((name) => names.includes(name)))
		return "AccessDenied";
	if (headers["x-amz-content-sha256"] !== sha256(body)) return "XAmzContentSHA256Mismatch";
	const { pathname, searchParams } = new URL(url, "http://fake");
	const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join("=")).sort();
	const canonical = [
		method,
		pathname,
		query.join("&"),
		...names.map((name) => `${name}:${headers[name]}`),
		"",
		signedHeaders,
		sha256(body),
	].join("\n");
	const scope = `${day}/${region}/s3/aws4_request`;
	const key = hmac(hmac(hmac(hmac(`AWS4${SECRET_KEY}`, day), region), "s3"), "aws4_request");
	const wanted = hmac(key, ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n")).toString("hex");
	return wanted === signature ? undefined : "SignatureDoesNotMatch";
}
