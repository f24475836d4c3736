import * as v from "valibot";
import { GIGACHAT_SCOPES } from "../../platform/settings/gigachat.server.ts";
import { EFFORT_PARAMS } from "./wire/effort.server.ts";

const text = v.pipe(v.string("нужна строка"), v.trim(), v.nonEmpty("пусто"));
const whole = (min: number, max: number) => {
	const message = `нужно целое число от ${min} до ${max}`;
	return v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message));
};
const PRICE = "нужно число рублей от 0 до 1 000 000";
const rubles = v.pipe(v.number(PRICE), v.minValue(0, PRICE), v.maxValue(1_000_000, PRICE));
const flag = v.boolean("нужно true или false");
const envName = v.pipe(text, v.regex(/^[A-Za-z_]\w*$/, "нужно имя переменной окружения"));
const PLAIN_TEXT = 'нужна строка из латиницы или {"env": "ИМЯ"}';
const TWO_WORDS = 'нужны два слова сервера, например ["low", "high"]';
const NOT_AN_OBJECT = "лишнее или недостающее поле";

const model = v.strictObject(
	{
		/** Our id, stored with the answers. */
		id: v.pipe(text, v.maxLength(200, "длиннее 200 знаков")),
		/** The server's own id, where that differs. */
		name: v.optional(text),
		title: v.optional(text),
		description: v.optional(text),
		contextTokens: v.optional(whole(1_000, 10_000_000), 32_768),
		answerTokens: v.optional(whole(16, 1_000_000)),
		/** Whether it takes pictures. */
		sees: v.optional(flag, false),
		/** Whether it calls tools, and whether its server wants the reasoning of such messages back. */
		tools: v.optional(flag, false),
		reasoningBack: v.optional(v.picklist(["tools", "never"], "нужно tools или never"), "tools"),
		/** The server's words for reasoning as usual and for reasoning longer. */
		effort: v.optional(
			v.pipe(
				v.array(text, TWO_WORDS),
				v.length(2, TWO_WORDS),
				v.transform(([usual = "", longer = ""]) => [usual, longer] as const),
			),
		),
		/** The id of the model that answers while this one is down. */
		spare: v.optional(text),
		/** The price of its server, in roubles for a million tokens; without it the cost is unknown. */
		price: v.optional(
			v.strictObject({ input: rubles, cached: v.optional(rubles), output: rubles }, NOT_AN_OBJECT),
		),
		/** Whether nobody may ask it for now. */
		off: v.optional(flag),
	},
	NOT_AN_OBJECT,
);

const server = v.strictObject(
	{
		/** Our id, by which the database keeps its key; and how it is called on the operator's screens. */
		id: v.optional(v.pipe(text, v.regex(/^[a-z0-9-]{1,40}$/, "нужны латинские буквы, цифры и дефис"))),
		title: v.optional(v.pipe(text, v.maxLength(60, "длиннее 60 знаков"))),
		baseUrl: v.pipe(
			text,
			v.url("нужен адрес"),
			v.regex(/^https?:\/\//, "адрес должен начинаться с http(s)://"),
		),
		/** The protocol of the server. */
		api: v.optional(v.picklist(["openai", "gigachat"], "нужно openai или gigachat"), "openai"),
		apiKeyEnv: v.optional(envName),
		/** Only GigaChat has a scope. */
		scope: v.optional(v.picklist(GIGACHAT_SCOPES, `нужно одно из: ${GIGACHAT_SCOPES.join(", ")}`)),
		authUrl: v.optional(v.pipe(text, v.url("нужен адрес"))),
		headers: v.optional(
			v.record(
				v.pipe(text, v.regex(/^[\w-]+$/, "это не имя заголовка")),
				v.union(
					[v.pipe(text, v.regex(/^[\t\x20-\x7e]+$/, PLAIN_TEXT)), v.strictObject({ env: envName })],
					PLAIN_TEXT,
				),
			),
			{},
		),
		caFile: v.optional(text),
		/** The same as PEM itself. */
		ca: v.optional(v.pipe(text, v.includes("-----BEGIN CERTIFICATE-----", "нужны сертификаты PEM"))),
		crossBorder: v.optional(flag),
		/** The older name of `crossBorder`, in files written before it. */
		foreign: v.optional(flag),
		supportsUsage: v.optional(flag, false),
		maxTokensParam: v.optional(
			v.picklist(["max_tokens", "max_completion_tokens"], "нужно max_tokens или max_completion_tokens"),
			"max_tokens",
		),
		effortParam: v.optional(
			v.picklist(EFFORT_PARAMS, `нужно одно из: ${EFFORT_PARAMS.join(", ")}`),
			"reasoning_effort",
		),
		firstPieceTimeoutMs: v.optional(whole(100, 3_600_000)),
		idleTimeoutMs: v.optional(whole(100, 3_600_000)),
		models: v.array(model, "нужен список"),
	},
	NOT_AN_OBJECT,
);

/** The servers and models that the database may hold: a server is connected before its models are chosen. */
export const storedServers = v.pipe(
	v.strictObject({ servers: v.array(server, "нужен список") }, NOT_AN_OBJECT),
	v.check(({ servers }) => {
		const ids = servers.flatMap(({ models }) => models.map(({ id }) => id));
		return new Set(ids).size === ids.length;
	}, "id моделей повторяются; одинаковые модели разных серверов различает id, а имя у сервера — name"),
);

/** The content of a file: servers, and models of each. */
export const fileOfServers = v.pipe(
	v.strictObject(
		{
			servers: v.pipe(
				v.array(
					v.strictObject(
						{
							...server.entries,
							models: v.pipe(v.array(model, "нужен список"), v.minLength(1, "нужна хотя бы одна модель")),
						},
						NOT_AN_OBJECT,
					),
					"нужен список",
				),
				v.minLength(1, "нужен хотя бы один сервер"),
			),
		},
		NOT_AN_OBJECT,
	),
	v.check(({ servers }) => {
		const ids = servers.flatMap(({ models }) => models.map(({ id }) => id));
		return new Set(ids).size === ids.length;
	}, "id моделей повторяются; одинаковые модели разных серверов различает id, а имя у сервера — name"),
);

/** A server, and a model of it, as a text says them. */
export type Server = v.InferOutput<typeof server>;
export type ServerModel = Server["models"][0];
