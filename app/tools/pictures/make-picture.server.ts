import * as v from "valibot";
import { HttpError } from "../../http-client/http-error.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { PictureServerSettings } from "../../platform/settings/pictures.server.ts";
import { ownTool } from "../own-tool.server.ts";
import type { PageGuard } from "../pages/page-guard.server.ts";
import { PageRefused } from "../pages/page-refused.server.ts";
import type { Tool, ToolOutcome } from "../tool.server.ts";
import { type Kept, keepMadePicture, roomForPicture } from "./keep-made-picture.server.ts";
import { NoPicture, pictureFrom } from "./picture-answer.server.ts";
import { pictureServer } from "./picture-server.server.ts";

export const MAKE_PICTURE = "make_picture";

const PROMPT_CHARACTERS = 2_000;

/** Receives the failures of the server, for the operator: without the person's request. */
export type PictureLog = { onFailure: (error: string) => void };

export type PicturesSettings = {
	db: Db;
	server: PictureServerSettings;
	/** The guard of the addresses from which pictures may be read. */
	guard: PageGuard;
	about: string;
	log: PictureLog;
};

/** Makes pictures by a server with OpenAI's `/images/generations`; each becomes a file of the conversation. */
export function makePicture({ db, server, guard, about, log }: PicturesSettings): Tool {
	const ask = pictureServer(server);
	const tool = ownTool({
		name: MAKE_PICTURE,
		title: "Создание картинок",
		description:
			"Создаёт картинку по описанию и показывает её человеку прямо в ответе. Создавай, когда человек просит картинку, рисунок, иллюстрацию, логотип. По одной картинке за вызов.",
		properties: {
			prompt: {
				type: "string",
				description:
					"Что на картинке: предмет, обстановка, стиль, цвета, надписи. Подробно, но без лишних слов",
			},
			name: { type: "string", description: "Короткое название картинки по-русски, 1–5 слов" },
		},
		required: ["prompt", "name"],
		args: v.object({
			prompt: v.pipe(
				v.string("нужна строка"),
				v.trim(),
				v.nonEmpty("описание пусто"),
				v.maxLength(PROMPT_CHARACTERS, `не больше ${PROMPT_CHARACTERS} знаков`),
			),
			name: v.optional(v.string(), ""),
		}),
		effect: "keyed",
		crossBorder: server.crossBorder,
		async run({ prompt, name }, { accountId, key, signal, now }) {
			// Asked first: a picture that cannot be kept is paid for in vain.
			if (!(await roomForPicture(db, accountId, now))) return failures["no-room"];
			try {
				const made = await pictureFrom(await ask(prompt, key, signal), { guard, about, signal });
				const kept = await keepMadePicture(
					db,
					{ accountId, key, name: name || prompt, ...made },
					signal,
					now,
				);
				return outcomeOf(kept);
			} catch (error) {
				signal.throwIfAborted();
				if (error instanceof NoPicture)
					return failures[error.code === "too-large" ? "too-large" : "no-picture"];
				if (error instanceof PageRefused) return failures["no-picture"];
				if (!(error instanceof HttpError)) throw error;
				log.onFailure([error.failure, error.status].filter(Boolean).join(" "));
				return failureOf(error);
			}
		},
	});
	return { ...tool, slow: true };
}

const outcomeOf = (kept: Kept): ToolOutcome =>
	"problem" in kept
		? failures[kept.problem]
		: {
				ok: true,
				text: `Картинка «${kept.name}» создана, и человек её уже видит в ответе. Ссылку на неё не ставь, опиши её в одном предложении или промолчи.`,
				pictures: [kept.id],
			};

const failed = (code: string, text: string): ToolOutcome => ({ ok: false, code, text });

const failures = {
	"no-room": failed(
		"no-room",
		"Картинка не создана: место для файлов у человека закончилось. Скажи ему об этом.",
	),
	"too-many-today": failed(
		"too-many-files",
		"Картинка не создана: на сегодня файлы по тарифу человека закончились. Скажи ему об этом.",
	),
	"no-picture": failed("failed", "Сервер картинок прислал не картинку. Скажи, что картинка не получилась."),
	"too-large": failed(
		"too-large",
		"Сервер картинок прислал слишком большую картинку. Скажи, что она не получилась.",
	),
	timeout: failed("timeout", "Сервер картинок не ответил вовремя. Скажи, что картинка не получилась."),
	busy: failed("busy", "Сервер картинок занят. Скажи, что попросить о картинке можно чуть позже."),
	refused: failed(
		"refused",
		"Сервер картинок отказался рисовать это. Скажи об этом и предложи изменить описание.",
	),
	unavailable: failed("unavailable", "Сервер картинок сейчас недоступен. Скажи, что картинка не получилась."),
	storage: failed(
		"unavailable",
		"Картинку негде сохранить: хранилище не отвечает. Скажи, что она не получилась.",
	),
} satisfies Record<string, ToolOutcome>;

function failureOf({ failure, status = 0 }: HttpError): ToolOutcome {
	if (failure === "timeout") return failures.timeout;
	if (status === 429) return failures.busy;
	// The status of a request that the server understands and refuses.
	return status === 400 || status === 422 ? failures.refused : failures.unavailable;
}
