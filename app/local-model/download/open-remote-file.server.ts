import { DownloadProblem, Interrupted } from "./download-problem.server.ts";

const MOST_REDIRECTS = 5;
const ANSWER_MS = 30_000;

export type RemoteFile = {
	/** `whole`: from its first byte; `rest`: from the byte that was asked for; `none`: there is no such byte. */
	part: "whole" | "rest" | "none";
	body: ReadableStream<Uint8Array> | null;
	/** The length of the whole file, in bytes. */
	total: number;
	/** The validator by which the server recognises this very file; null: it has none. */
	validator: string | null;
	/** The checksum that a hub states; null: it does not. */
	sha256: string | null;
};

/** The part that has arrived already, and the file that it belongs to. */
export type Arrived = { bytes: number; total: number; validator: string };

/**
 * Asks for a file, or for the rest of it. Redirects are followed on the same host only, or to hosts that were allowed.
 * @throws {DownloadProblem}
 * @throws {Interrupted}
 */
export async function openRemoteFile(
	address: URL,
	arrived: Arrived | null,
	allowedHosts: readonly string[],
	signal: AbortSignal,
): Promise<RemoteFile> {
	let url = address;
	let sha256: string | null = null;
	for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
		const response = await ask(url, arrived, signal);
		// A hub says the checksum where it sends to the host that has the file.
		sha256 ??= checksumIn(response.headers.get("x-linked-etag"));
		const location = response.headers.get("location");
		if (response.status >= 300 && response.status < 400 && location) {
			await response.body?.cancel();
			url = redirected(address, url, location, allowedHosts);
			continue;
		}
		return readAnswer(response, url, arrived, sha256);
	}
	throw new DownloadProblem(`${address.host} перенаправляет по кругу.`);
}

async function ask(url: URL, arrived: Arrived | null, signal: AbortSignal): Promise<Response> {
	const range: Record<string, string> = arrived
		? { Range: `bytes=${arrived.bytes}-`, "If-Range": arrived.validator }
		: {};
	const late = AbortSignal.timeout(ANSWER_MS);
	const silent = new AbortController();
	const giveUp = () => silent.abort();
	late.addEventListener("abort", giveUp);
	try {
		return await fetch(url, {
			redirect: "manual",
			headers: { "Accept-Encoding": "identity", ...range },
			signal: AbortSignal.any([signal, silent.signal]),
		});
	} catch (error) {
		signal.throwIfAborted();
		throw new Interrupted(late.aborted ? "нет ответа" : reasonOf(error));
	} finally {
		late.removeEventListener("abort", giveUp);
	}
}

/** The system's code of a broken connection, where there is one. */
export function reasonOf(error: unknown): string {
	const { cause } = error as { cause?: { code?: string } };
	return cause?.code ?? (error as { code?: string }).code ?? "соединение оборвалось";
}

function redirected(first: URL, from: URL, location: string, allowedHosts: readonly string[]): URL {
	const to = URL.parse(location, from);
	if (!to || !/^https?:$/.test(to.protocol))
		throw new DownloadProblem(`${from.host} перенаправляет в никуда.`);
	if (from.protocol === "https:" && to.protocol === "http:")
		throw new DownloadProblem(
			`${from.host} перенаправляет с https:// на http://: файл могут подменить в пути.`,
		);
	if (to.host !== first.host && !allowedHosts.includes(to.host))
		throw new DownloadProblem(
			`${first.host} отправляет за файлом на другой сервер, ${to.host}. Если доверяете и ему, повторите с --allow-host ${to.host}.`,
		);
	return to;
}

const WORDS: Record<number, string> = {
	401: "сервер просит войти: модель не для всех",
	403: "сервер не отдаёт файл: модель не для всех",
	404: "такого файла там нет",
	429: "сервер просит подождать: слишком много запросов",
};

async function readAnswer(
	response: Response,
	url: URL,
	arrived: Arrived | null,
	sha256: string | null,
): Promise<RemoteFile> {
	const { status, headers, body } = response;
	if (status >= 500) {
		await body?.cancel();
		throw new Interrupted(`код ${status}`);
	}
	if (status === 416 && arrived) {
		await body?.cancel();
		return { part: "none", body: null, total: arrived.total, validator: arrived.validator, sha256 };
	}
	if (status !== 200 && status !== 206) {
		await body?.cancel();
		throw new DownloadProblem(`${url.host}: ${WORDS[status] ?? `ответ с кодом ${status}`}.`);
	}
	if (/^text\/html\b/i.test(headers.get("content-type") ?? "")) {
		await body?.cancel();
		throw new DownloadProblem(`${url.host}: по этому адресу страница, а не файл модели.`);
	}
	const [, start, all] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get("content-range") ?? "") ?? [];
	const total = Number(status === 206 ? all : headers.get("content-length"));
	const validator = validatorIn(headers);
	if (!Number.isSafeInteger(total) || total <= 0) {
		await body?.cancel();
		throw new DownloadProblem(`${url.host} не говорит, какого размера файл.`);
	}
	if (status === 200) return { part: "whole", body, total, validator, sha256 };
	const isRest =
		arrived !== null &&
		Number(start) === arrived.bytes &&
		total === arrived.total &&
		(validator === null || validator === arrived.validator);
	if (isRest) return { part: "rest", body, total, validator: arrived.validator, sha256 };
	await body?.cancel();
	// The rest of another file.
	return { part: "none", body: null, total: NaN, validator, sha256 };
}

/** A weak tag stands for files that may differ. */
function validatorIn(headers: Headers): string | null {
	const etag = headers.get("etag");
	return etag && !etag.startsWith("W/") ? etag : headers.get("last-modified");
}

const checksumIn = (tag: string | null) =>
	/^"?([0-9a-f]{64})"?$/i.exec(tag ?? "")?.[1]?.toLowerCase() ?? null;
