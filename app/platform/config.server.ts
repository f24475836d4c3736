import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isTimeZone } from "./dates/day-boundaries.server.ts";
import { readAppUrl } from "./settings/app-url.server.ts";
import { readEmbeddings } from "./settings/embeddings.server.ts";
import { readLocalModel } from "./settings/local-model.server.ts";
import { readMail } from "./settings/mail.server.ts";
import { readModels } from "./settings/models.server.ts";
import { readPayments } from "./settings/payments.server.ts";
import { requireProductionSettings } from "./settings/production.server.ts";
import { type Environment, settingsReader } from "./settings/settings-reader.server.ts";
import { readStorage } from "./settings/storage.server.ts";
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

/**
 * Reads the settings from `env`, each group by its part in `settings/`.
 * @throws {ConfigError} with every problem at once, so that the operator can fix them in one pass.
 */
export function readConfig(env: Environment) {
	const problems: string[] = [];
	const reader = settingsReader(env, (text) => void problems.push(text));
	const { set, integer, oneOf, flag, address, pair, problem } = reader;

	const port = integer("PORT", 3000, 1, 65535);
	const appUrl = readAppUrl(set("APP_URL") ?? `http://localhost:${port}`, problem);
	const trial = appUrl.protocol === "http:" && isLoopback(appUrl.hostname);
	const storage = readStorage(reader);

	const mail = readMail(reader);
	if (!trial) requireProductionSettings(appUrl, reader);
	const givenSecret = set("SESSION_SECRET");
	if (givenSecret && givenSecret.length < 32) problem("SESSION_SECRET короче 32 символов.");

	const plansFile = set("PLANS_FILE") ?? "content/plans.json";
	if (!existsSync(plansFile)) problem(`PLANS_FILE: файла «${plansFile}» нет.`);
	const lookFile = set("LOOK_FILE") ?? "content/look.json";
	if (set("LOOK_FILE") && !existsSync(lookFile)) problem(`LOOK_FILE: файла «${lookFile}» нет.`);

	const timeZone = set("TZ_NAME") ?? "Europe/Moscow";
	if (!isTimeZone(timeZone)) problem(`TZ_NAME: часовой пояс «${timeZone}» не найден. Пример: Europe/Moscow.`);

	const iconSource = set("ICON_SOURCE") ?? "self";
	if (iconSource !== "self" && iconSource !== "none") address("ICON_SOURCE");

	const yandex = pair("YANDEX_CLIENT_ID", "YANDEX_CLIENT_SECRET");
	const config = {
		port,
		host: set("HOST") ?? (trial ? "127.0.0.1" : "0.0.0.0"),
		/** The public origin, without a trailing slash. */
		appUrl: appUrl.origin,
		/** The name of the service where nothing else names it: `appName()` of `operator/look` is the one in force. */
		appName: set("APP_NAME") ?? "Собеседник",
		/** The name by APP_NAME; undefined: it may be named on the operator's screens. */
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
		...storage,
		sessionSecret: givenSecret,
		mail,
		newsPerMinute: integer("NEWS_PER_MINUTE", 30, 1, 1_000),
		model: readModels(reader),
		localModel: readLocalModel(reader, storage.dataDir),
		embeddings: readEmbeddings(reader),
		tools: readTools(reader),
		...readPayments(reader, trial),
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
		/** The server that traces are sent to; null: none are made. */
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
