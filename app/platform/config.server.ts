import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isTimeZone } from "./dates/day-boundaries.server.ts";
import { readS3Address } from "./s3-address.server.ts";
import { readAppUrl } from "./settings/app-url.server.ts";
import { readEmbeddings } from "./settings/embeddings.server.ts";
import { readGigaChat } from "./settings/gigachat.server.ts";
import { readLocalModel } from "./settings/local-model.server.ts";
import { isSampleSecret } from "./settings/sample-secret.server.ts";
import { readTools } from "./settings/tools.server.ts";
import { readTracing } from "./tracing/tracing-settings.server.ts";

/** The operator's settings, checked. Their names are those of `docs/configuration.md`. */
export type Config = ReturnType<typeof readConfig>;

/** Stops the start. `problems` are Russian sentences, each naming the setting it is about. */
export class ConfigError extends Error {
	readonly problems: string[];
	constructor(problems: string[]) {
		super(`Настройки не позволяют начать работу:\n${problems.map((p) => `  • ${p}`).join("\n")}`);
		this.name = "ConfigError";
		this.problems = problems;
	}
}

const RECEIPT_SUBJECTS = ["service", "intellectual_activity", "commodity", "payment", "another"] as const;
const RECEIPT_MODES = ["full_payment", "full_prepayment", "advance"] as const;

type Environment = Record<string, string | undefined>;

const YOOKASSA_REDIRECT_ORIGINS =
	"https://yookassa.ru https://yoomoney.ru https://payment.yookassa.ru https://securepay.yookassa.ru";

/**
 * Reads the settings from `env`.
 * @throws {ConfigError} with every problem at once, so that the operator can fix them in one pass.
 */
export function readConfig(env: Environment) {
	const problems: string[] = [];
	const problem = (text: string) => void problems.push(text);
	const set = (name: string) => env[name]?.trim() || undefined;

	function integer(name: string, byDefault: number, min: number, max: number) {
		const raw = set(name);
		if (raw === undefined) return byDefault;
		const value = Number(raw);
		if (Number.isInteger(value) && value >= min && value <= max) return value;
		problem(`${name}: нужно целое число от ${min} до ${max}, а стоит «${raw}».`);
		return byDefault;
	}
	function oneOf<const T extends string>(name: string, values: readonly T[], byDefault: T): T {
		const raw = set(name);
		if (raw === undefined) return byDefault;
		const value = values.find((v) => v === raw);
		if (value) return value;
		problem(`${name}: возможны ${values.map((v) => `«${v}»`).join(", ")}, а стоит «${raw}».`);
		return byDefault;
	}
	const flag = (name: string, byDefault: "0" | "1") => oneOf(name, ["0", "1"], byDefault) === "1";
	function address(name: string, byDefault?: string): string | undefined {
		const raw = set(name) ?? byDefault;
		if (raw === undefined) return undefined;
		const url = URL.parse(raw);
		if (url && (url.protocol === "http:" || url.protocol === "https:")) return raw.replace(/\/+$/, "");
		problem(`${name}: нужен адрес, который начинается с http:// или https://, а стоит «${raw}».`);
		return undefined;
	}

	const port = integer("PORT", 3000, 1, 65535);
	const appUrl = readAppUrl(set("APP_URL") ?? `http://localhost:${port}`, problem);
	const trial = appUrl.protocol === "http:" && isLoopback(appUrl.hostname);
	const dataDir = resolve(set("DATA_DIR") ?? "./data");

	const databaseUrl = set("DATABASE_URL") ?? `sqlite:${join(dataDir, "sobesednik.db")}`;
	if (!/^(sqlite:.+|postgres(ql)?:\/\/.+)/.test(databaseUrl)) {
		problem("DATABASE_URL: нужен адрес вида sqlite:путь/к/файлу.db или postgres://….");
	}

	const backupDir = set("BACKUP_DIR");
	const passphraseFile = set("BACKUP_PASSPHRASE_FILE");
	if (passphraseFile && !existsSync(passphraseFile))
		problem(`BACKUP_PASSPHRASE_FILE: файла «${passphraseFile}» нет.`);

	function bucket(name: string, raw: string | undefined) {
		const read = raw === undefined ? null : readS3Address(raw);
		if (read === undefined)
			problem(`${name}: нужен адрес вида s3://КЛЮЧ:СЕКРЕТ@storage.yandexcloud.net/корзина.`);
		return read ?? null;
	}
	const filesAddress = bucket("FILES_URL", set("FILES_URL"));
	const backupAddress = bucket("BACKUP_URL", set("BACKUP_URL"));
	if (backupAddress && !backupDir) problem("BACKUP_URL задан, а BACKUP_DIR нет: копия сначала делается там.");
	if (backupAddress && !passphraseFile)
		problem(
			"BACKUP_URL задан, а BACKUP_PASSPHRASE_FILE нет: данные людей ушли бы в хранилище незашифрованными.",
		);

	const smtpUrl = set("SMTP_URL");
	const mailFrom = set("MAIL_FROM");
	if (smtpUrl && !/^smtps?:\/\//.test(smtpUrl)) {
		problem("SMTP_URL: нужен адрес, который начинается с smtp:// или smtps://.");
	}
	if (!trial) {
		if (appUrl.protocol !== "https:")
			problem("APP_URL: вне пробного режима адрес должен начинаться с https://.");
		if (!smtpUrl) problem("SMTP_URL не задан: без почты люди не смогут подтвердить адрес.");
		if (!mailFrom) problem("MAIL_FROM не задан: от чьего имени отправлять письма?");
		if (!set("SESSION_SECRET")) problem("SESSION_SECRET не задан: нужна случайная строка от 32 символов.");
		if (isSampleSecret(set("SESSION_SECRET") ?? "")) {
			problem(
				"SESSION_SECRET похож на образец: нужна случайная строка, например из openssl rand -base64 32.",
			);
		}
	}
	const givenSecret = set("SESSION_SECRET");
	if (givenSecret && givenSecret.length < 32) problem("SESSION_SECRET короче 32 символов.");

	const modelsFile = set("MODELS_FILE") ?? "content/models.json";
	if (set("MODELS_FILE") && !existsSync(modelsFile)) problem(`MODELS_FILE: файла «${modelsFile}» нет.`);
	const plansFile = set("PLANS_FILE") ?? "content/plans.json";
	if (!existsSync(plansFile)) problem(`PLANS_FILE: файла «${plansFile}» нет.`);
	const lookFile = set("LOOK_FILE") ?? "content/look.json";
	if (set("LOOK_FILE") && !existsSync(lookFile)) problem(`LOOK_FILE: файла «${lookFile}» нет.`);
	const models = list(set("MODELS"));
	const modelBaseUrl = address("MODEL_BASE_URL");
	if (models.length > 0 && !set("MODEL_BASE_URL"))
		problem("MODELS задан, а MODEL_BASE_URL нет: где искать эти модели?");

	const yookassa = pair("YOOKASSA_SHOP_ID", "YOOKASSA_SECRET_KEY");
	const yandex = pair("YANDEX_CLIENT_ID", "YANDEX_CLIENT_SECRET");
	function pair(first: string, second: string): [string, string] | undefined {
		const [a, b] = [set(first), set(second)];
		if (a && b) return [a, b];
		if (a) problem(`${first} задан, а ${second} нет.`);
		if (b) problem(`${second} задан, а ${first} нет.`);
		return undefined;
	}
	const payments = oneOf(
		"PAYMENTS",
		["yookassa", "sandbox", "off"],
		yookassa ? "yookassa" : trial ? "sandbox" : "off",
	);
	if (payments === "yookassa" && !yookassa) {
		problem("PAYMENTS=yookassa, а YOOKASSA_SHOP_ID и YOOKASSA_SECRET_KEY не заданы.");
	}

	const receipts = readReceipts();
	/** No default is guessed: the operator's accountant decides what a receipt contains. */
	function readReceipts() {
		const rest = ["RECEIPT_TAX_SYSTEM", "RECEIPT_SUBJECT", "RECEIPT_MODE"];
		const vatCode = integer("RECEIPT_VAT_CODE", 0, 1, 12);
		const lonely = vatCode === 0 && rest.find((name) => set(name));
		if (lonely) problem(`${lonely} задан, а RECEIPT_VAT_CODE нет: без ставки НДС чека не будет.`);
		const taxSystem = integer("RECEIPT_TAX_SYSTEM", 0, 1, 6);
		const subject = oneOf("RECEIPT_SUBJECT", RECEIPT_SUBJECTS, "service");
		const mode = oneOf("RECEIPT_MODE", RECEIPT_MODES, "full_payment");
		return vatCode === 0 ? null : { vatCode, taxSystem: taxSystem || undefined, subject, mode };
	}

	const timeZone = set("TZ_NAME") ?? "Europe/Moscow";
	if (!isTimeZone(timeZone)) problem(`TZ_NAME: часовой пояс «${timeZone}» не найден. Пример: Europe/Moscow.`);

	const iconSource = set("ICON_SOURCE") ?? "self";
	if (iconSource !== "self" && iconSource !== "none") address("ICON_SOURCE");

	const config = {
		port,
		host: set("HOST") ?? (trial ? "127.0.0.1" : "0.0.0.0"),
		/** The public origin, without a trailing slash. */
		appUrl: appUrl.origin,
		/** The name of the service where nothing else names it: `appName()` of `operator/look` is the one in force. */
		appName: set("APP_NAME") ?? "Собеседник",
		/** As APP_NAME names it; undefined: it may be named on the operator's screens. */
		givenAppName: set("APP_NAME"),
		lookFile,
		/** Whether a server of models, or of tools, that a screen names may be on this machine or in its own network. */
		allowPrivateModels: flag("ALLOW_PRIVATE_MODELS", trial ? "1" : "0"),
		allowPrivateTools: flag("ALLOW_PRIVATE_TOOLS", trial ? "1" : "0"),
		/** Whether the operator's screens may change settings. */
		configScreens: flag("CONFIG_SCREENS", "1"),
		plansFile,
		/** Trial mode: on the operator's own machine, nothing configured. Otherwise production. */
		trial,
		dataDir,
		databaseUrl,
		sessionSecret: givenSecret,
		/** The bucket of the files of questions; null: they are in DATA_DIR, or in PostgreSQL. */
		filesAddress,
		/** Copies of all data by the server itself. */
		backup: {
			/** The folder of daily copies; null: none. */
			dir: backupDir ? resolve(backupDir) : null,
			/** The bucket that they are sent to as well; null: none. */
			address: backupAddress,
			/** How many copies of days are kept. */
			keep: integer("BACKUP_KEEP", 14, 1, 1_000),
			passphraseFile: passphraseFile ?? null,
			beforeMigration: flag("BACKUP_BEFORE_UPDATE", "1"),
		},
		mail: { smtpUrl, from: mailFrom ?? "Собеседник <no-reply@localhost>" },
		newsPerMinute: integer("NEWS_PER_MINUTE", 30, 1, 1_000),
		model: {
			baseUrl: modelBaseUrl,
			apiKey: set("MODEL_API_KEY"),
			ids: models,
			/** Several model servers and models; read only without MODEL_BASE_URL. */
			file: existsSync(modelsFile) ? modelsFile : undefined,
			/** The only model server where it is set. */
			gigachat: readGigaChat({ set, address, problem }),
			sees: flag("MODEL_SEES", "0"),
			tools: flag("MODEL_TOOLS", "0"),
			autodetect: flag("MODEL_AUTODETECT", "1"),
			/** Whether the model writes the titles of conversations. */
			titles: flag("MODEL_TITLES", "1"),
			/** Maximum number of answers that one process writes at the same time. */
			liveAnswers: integer("LIVE_ANSWERS", 600, 1, 100_000),
			/** Maximum number of answers that all servers of the installation write at the same time; null: no limit. */
			liveAnswersTotal: integer("LIVE_ANSWERS_TOTAL", 0, 0, 1_000_000) || null,
			idleTimeoutMs: integer("MODEL_IDLE_TIMEOUT_MS", 60_000, 100, 3_600_000),
		},
		localModel: readLocalModel(
			{ set, problem },
			dataDir,
			oneOf("MODEL_GPU", ["off", "auto"], "off") === "auto",
		),
		embeddings: readEmbeddings({ set, address, problem }),
		tools: readTools({ set, address, problem }),
		yookassa: yookassa && {
			shopId: yookassa[0],
			secretKey: yookassa[1],
			// A wrong address stops the start, so the empty string is never used.
			apiUrl: address("YOOKASSA_API_URL", "https://api.yookassa.ru/v3") ?? "",
		},
		/** Contents of ЮKassa's receipts; null when no receipts are made. */
		receipts,
		paymentRedirectOrigins: (set("PAYMENT_REDIRECT_ORIGINS") ?? YOOKASSA_REDIRECT_ORIGINS).split(/[\s,]+/),
		payments,
		/** Whether plans may renew themselves by saved cards: the gateway has to have agreed to it. */
		renewal: flag("YOOKASSA_RENEWAL", "0"),
		yandex: yandex && {
			clientId: yandex[0],
			clientSecret: yandex[1],
			oauthUrl: address("YANDEX_OAUTH_URL", "https://oauth.yandex.ru") ?? "",
			loginUrl: address("YANDEX_LOGIN_URL", "https://login.yandex.ru") ?? "",
		},
		registration: oneOf("REGISTRATION", ["open", "closed"], "open"),
		/** Above it no new questions are taken; null: four fifths of what there is. */
		memoryLimitBytes: integer("MEMORY_LIMIT_MB", 0, 0, 1_000_000) * 1024 ** 2 || null,
		/** The time for which a server that was told to stop goes on serving, while `/health` already says so. */
		drainSeconds: integer("DRAIN_SECONDS", 0, 0, 5),
		hsts: set("HSTS") ?? "max-age=63072000",
		hideExistingAccounts: flag("HIDE_EXISTING_ACCOUNTS", "0"),
		iconSource,
		/** How many reverse proxies in front may set `X-Forwarded-*`. */
		trustProxy: integer("TRUST_PROXY", 0, 0, 10),
		metricsToken: set("METRICS_TOKEN"),
		/** Where traces are sent; null: none are made. */
		tracing: readTracing(
			address("OTEL_EXPORTER_OTLP_ENDPOINT"),
			set("OTEL_EXPORTER_OTLP_HEADERS"),
			set("OTEL_SERVICE_NAME"),
			problem,
		),
		timeZone,
		logLevel: oneOf("LOG_LEVEL", ["debug", "info", "warn", "error", "silent"], "info"),
	};
	if (problems.length > 0) throw new ConfigError(problems);
	return config;
}

/** Whether a host name is a loopback name of this machine. */
export function isLoopback(hostname: string): boolean {
	return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function list(raw: string | undefined): string[] {
	return (raw ?? "").split(",").flatMap((item) => item.trim() || []);
}

/**
 * The secret that keys the hashes of short codes and throttle keys. In trial mode it is generated once and kept in
 * the data folder, so that a restart does not sign people out.
 */
export function sessionSecret(config: Pick<Config, "sessionSecret" | "dataDir">): string {
	if (config.sessionSecret) return config.sessionSecret;
	const file = join(config.dataDir, "session-secret");
	if (!existsSync(file)) {
		mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
		writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
	}
	return readFileSync(file, "utf8").trim();
}

/** The settings of this process. The only place that reads `process.env`. */
export const config = readConfig(process.env);

/** The value of an environment variable that an operator's file names, so that the file itself holds no secret. */
export const fromEnvironment = (name: string): string | undefined => process.env[name]?.trim() || undefined;
