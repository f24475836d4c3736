import { type ChatMessage, type Model, ProviderError } from "../chat/providers/provider.server.ts";
import type { Effort } from "../chat/providers/wire/effort.server.ts";
import { LOGO_PNG } from "../mail/logo-image.server.ts";
import { timeoutSignal } from "../platform/concurrency/timeout.server.ts";
import { whyNot } from "./ask-server.server.ts";
import { broken, type Finding, fine } from "./finding.server.ts";

const QUESTION = "Ответьте одним словом: да.";
const PICTURE_QUESTION = "Какого цвета эта картинка? Ответьте одним словом.";

const PICTURE: ChatMessage = {
	role: "user",
	content: [
		{ type: "text", text: PICTURE_QUESTION },
		{ type: "image", url: `data:image/png;base64,${LOGO_PNG.toString("base64")}` },
	],
};

type TriedModel = Pick<Model, "id" | "title" | "sees" | "effort" | "provider">;

/** Asks a model for its first piece, with a picture too where it takes pictures, and to reason longer where it can. The rest of the answer is cut off. */
export async function tryModel(model: TriedModel): Promise<Finding[]> {
	const found = [await tryMessage(model, { role: "user", content: QUESTION }, "отвечает")];
	if (model.sees && found[0]?.level === "fine")
		found.push(await tryMessage(model, PICTURE, "принимает картинки"));
	if (model.effort && found[0]?.level === "fine") {
		const effort = { value: model.effort[1], longer: true };
		found.push(await tryMessage(model, { role: "user", content: QUESTION }, "размышляет дольше", effort));
	}
	return found;
}

/** Asks a model for its first piece, and no longer than somebody waits for a page. */
export const tryAnswer = (model: TriedModel, limitMs: number): Promise<Finding> =>
	tryMessage(model, { role: "user", content: QUESTION }, "отвечает", undefined, timeoutSignal(limitMs));

async function tryMessage(
	{ id, title, provider }: TriedModel,
	message: ChatMessage,
	success: string,
	effort?: Effort,
	late?: AbortSignal,
): Promise<Finding> {
	const name = title === id ? id : `${title} (${id})`;
	const began = performance.now();
	const cut = new AbortController();
	const signal = late ? AbortSignal.any([cut.signal, late]) : cut.signal;
	try {
		let hasSpoken = false;
		for await (const { kind } of provider.stream(
			{ model: id, messages: [message], user: "doctor", effort },
			signal,
		)) {
			hasSpoken = kind === "text" || kind === "reasoning";
			if (hasSpoken) break;
		}
		if (late?.aborted && !hasSpoken)
			return broken(`${name} молчит уже ${Math.round((performance.now() - began) / 1_000)} с`);
		return fine(`${name} ${success}, первый кусок через ${Math.round(performance.now() - began)} мс`);
	} catch (error) {
		if (!(error instanceof ProviderError)) throw error;
		const whose =
			message === PICTURE ? `${name} не принимает картинку, хотя стоит sees` : `${name} не отвечает`;
		if (/SELF_SIGNED|UNABLE_TO_(VERIFY|GET)/.test(error.detail))
			return broken(`${whose}: ${whyNot(error.detail)}`);
		return broken(`${whose}: ${WORDS[error.code]} (${error.detail})`);
	} finally {
		cut.abort();
	}
}

/** Why a model does not answer, as a sentence's end. */
export const WORDS: Record<ProviderError["code"], string> = {
	unreachable: "с сервером нет связи, или он сломан",
	refused: "сервер отказывает: ключ, баланс или запрос не по нему",
	"rate-limited": "слишком много запросов, повторите позже",
	timeout: "сервер молчит дольше положенного",
	"context-too-long": "запрос не помещается в её контекст",
	"model-missing": "такой модели у сервера нет",
	"tools-refused": "сервер не понимает инструментов: снимите tools",
	"effort-refused": "сервер не понимает, сколько размышлять: уберите effort или поправьте effortParam",
	empty: "ответ пуст",
	length: "длины ответа не хватает даже на одно слово: увеличьте answerTokens",
	"cut-off": "ответ оборвался",
	malformed: "это не похоже на интерфейс OpenAI: верен ли адрес?",
};
