import { createHmac } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { type Config, sessionSecret } from "../config.server.ts";

/**
 * With another value of these a server would harm what the others do: e-mails and second factors that cannot be read,
 * links to another site, quota days that turn at another hour, payments at another shop, files in another bucket.
 */
const HARMFUL = ["SESSION_SECRET", "APP_URL", "TZ_NAME", "PAYMENTS", "YOOKASSA_SHOP_ID", "FILES_URL"];

/**
 * The settings in which the servers of an installation have to agree: their names, each with a hash of its value that
 * only a holder of `SESSION_SECRET` can compute. Settings of a single machine are not among them.
 */
export function hashSettings(config: Config): Record<string, string> {
	const secret = sessionSecret(config);
	const { model, localModel, mail, yookassa, yandex } = config;
	const values: Record<string, unknown> = {
		SESSION_SECRET: "",
		APP_URL: config.appUrl,
		TZ_NAME: config.timeZone,
		PAYMENTS: config.payments,
		YOOKASSA_SHOP_ID: yookassa?.shopId,
		FILES_URL: config.filesAddress?.base,
		YOOKASSA_SECRET_KEY: yookassa?.secretKey,
		YOOKASSA_RENEWAL: config.renewal,
		YANDEX_CLIENT_ID: yandex?.clientId,
		YANDEX_CLIENT_SECRET: yandex?.clientSecret,
		APP_NAME: config.appName,
		MAIL_FROM: mail.from,
		REGISTRATION: config.registration,
		HIDE_EXISTING_ACCOUNTS: config.hideExistingAccounts,
		RECEIPT_VAT_CODE: config.receipts,
		LIVE_ANSWERS_TOTAL: model.liveAnswersTotal,
		MODEL_BASE_URL: model.baseUrl,
		MODELS: model.ids,
		MODEL_FILE: nameOf(localModel.file),
		EMBEDDINGS_FILE: nameOf(localModel.embeddingsFile),
		GIGACHAT_MODELS: model.gigachat?.models,
		MODELS_FILE: model.baseUrl || model.gigachat ? undefined : contentOf(model.file),
		EMBEDDINGS_BASE_URL: config.embeddings?.baseUrl,
		EMBEDDINGS_MODEL: config.embeddings?.model,
		SEARCH_PROVIDER: config.tools.search?.provider,
		PICTURES_BASE_URL: config.tools.pictures?.baseUrl,
		PICTURES_MODEL: config.tools.pictures?.model,
		TOOLS_FILE: contentOf(config.tools.file),
		PLANS_FILE: contentOf(config.plansFile),
		LOOK_FILE: contentOf(config.lookFile),
		"content/operator.json": contentOf("content/operator.json"),
		"content/instruction.md": contentOf("content/instruction.md"),
	};
	return Object.fromEntries(
		Object.entries(values).map(([name, value]) => [
			name,
			createHmac("sha256", secret)
				.update(JSON.stringify([name, value]))
				.digest("base64url"),
		]),
	);
}

/** Each machine has it in a place of its own. */
const nameOf = (file: string | null) => file && basename(file);

const contentOf = (file: string | undefined) =>
	file !== undefined && existsSync(file) ? readFileSync(file, "utf8") : undefined;

type Hashes = Record<string, string>;

/**
 * Compares the settings of two servers. Where `SESSION_SECRET` differs, no other can be compared. One that only one of
 * them knows, being of another release, is not compared.
 * @returns names of settings: those that must not differ, and those that should not
 */
export function compareSettings(own: Hashes, others: Hashes): { harmful: string[]; harmless: string[] } {
	const differing = Object.keys(own).filter((name) => name in others && own[name] !== others[name]);
	if (differing.includes("SESSION_SECRET")) return { harmful: ["SESSION_SECRET"], harmless: [] };
	return {
		harmful: differing.filter((name) => HARMFUL.includes(name)),
		harmless: differing.filter((name) => !HARMFUL.includes(name)),
	};
}
