import { isLoopback } from "../../platform/config.server.ts";
import { DownloadProblem } from "./download-problem.server.ts";

/** The address of a model, and the name of its file. */
export type ModelSource = { url: URL; fileName: string };

const FILE_NAME = /^[\w][\w.+-]{0,150}\.gguf$/i;
const NAME = /^([\w.-]+\/[\w.-]+)\/([^/]+\.gguf)$/i;

/**
 * Reads what the operator wants to fetch: an address, or a name at a hub that is given too. There is no default hub.
 * @param what `https://…/model.gguf`, or `owner/repository/model.gguf`
 * @param from the hub's address
 * @param isHashKnown whether the operator has said the file's checksum
 * @throws {DownloadProblem}
 */
export function modelSource(what: string, from: string | undefined, isHashKnown: boolean): ModelSource {
	const url = /^https?:\/\//i.test(what) ? URL.parse(what) : urlAtHub(what, from);
	if (!url) throw new DownloadProblem(`«${what}» — не адрес файла.`);
	if (url.username || url.password)
		throw new DownloadProblem("Адрес с именем и паролем попадёт в историю команд: скачайте файл сами.");
	if (url.protocol === "http:" && !isLoopback(url.hostname) && !isHashKnown)
		throw new DownloadProblem("По http:// файл могут подменить в пути: нужен адрес с https:// или --sha256.");
	const fileName = decodeURIComponent(url.pathname.split("/").at(-1) ?? "");
	if (!FILE_NAME.test(fileName))
		throw new DownloadProblem(`Адрес должен заканчиваться именем файла .gguf, а стоит «${fileName}».`);
	return { url, fileName };
}

function urlAtHub(name: string, from: string | undefined): URL | null {
	if (from === undefined)
		throw new DownloadProblem(
			`«${name}» — не адрес. Если это имя на хабе, укажите хаб: --from https://адрес-хаба. Хаба по умолчанию нет.`,
		);
	const hub = URL.parse(from);
	if (!hub || !/^https?:$/.test(hub.protocol))
		throw new DownloadProblem(`--from: «${from}» — не адрес хаба.`);
	const [, repository, file] = NAME.exec(name) ?? [];
	if (!repository || !file)
		throw new DownloadProblem(
			`Имя на хабе состоит из владельца, репозитория и файла: ggml-org/Qwen3-1.7B-GGUF/Qwen3-1.7B-Q4_K_M.gguf, а стоит «${name}».`,
		);
	return URL.parse(`${hub.href.replace(/\/+$/, "")}/${repository}/resolve/main/${encodeURIComponent(file)}`);
}
