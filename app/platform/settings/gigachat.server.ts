import { existsSync, readFileSync } from "node:fs";
import type { SettingsReader } from "./settings-reader.server.ts";

/** The addresses of GigaChat and of the server that gives its tokens. */
export const GIGACHAT = {
	url: "https://gigachat.devices.sberbank.ru/api/v1",
	authUrl: "https://ngw.devices.sberbank.ru:9443/api/v2/oauth",
};

/** The scopes of a person, and of organizations that pay in advance or afterwards. */
export const GIGACHAT_SCOPES = ["GIGACHAT_API_PERS", "GIGACHAT_API_B2B", "GIGACHAT_API_CORP"] as const;

/** Base64 of two ids: its characters can stand in a header. */
export const isAuthorizationKey = (key: string): boolean => /^[A-Za-z0-9+/_-]+={0,2}$/.test(key);

const USUAL_MODEL = "GigaChat-2-Max";

/** GigaChat as the only model server; null: it is not. */
export function readGigaChat({ set, address, problem }: SettingsReader) {
	const credentials = set("GIGACHAT_CREDENTIALS");
	const scope = set("GIGACHAT_SCOPE") ?? GIGACHAT_SCOPES[0];
	const caFile = set("GIGACHAT_CA_FILE");
	const models = (set("GIGACHAT_MODELS") ?? USUAL_MODEL).split(",").flatMap((id) => id.trim() || []);
	// A wrong address stops the start, so the empty string is never used.
	const baseUrl = address("GIGACHAT_URL", GIGACHAT.url) ?? "";
	const authUrl = address("GIGACHAT_AUTH_URL", GIGACHAT.authUrl) ?? "";
	if (!credentials) return null;
	if (!isAuthorizationKey(credentials))
		problem("GIGACHAT_CREDENTIALS: нужен ключ авторизации из личного кабинета, одной строкой Base64.");
	if (set("MODEL_BASE_URL"))
		problem(
			"GIGACHAT_CREDENTIALS и MODEL_BASE_URL заданы вместе: несколько серверов моделей называет content/models.json.",
		);
	if (!GIGACHAT_SCOPES.some((known) => known === scope))
		problem(`GIGACHAT_SCOPE: возможны ${GIGACHAT_SCOPES.join(", ")}, а стоит «${scope}».`);
	const ca = caFile && existsSync(caFile) ? readFileSync(caFile, "utf8") : undefined;
	if (caFile && ca === undefined) problem(`GIGACHAT_CA_FILE: файла «${caFile}» нет.`);
	if (ca !== undefined && !ca.includes("-----BEGIN CERTIFICATE-----"))
		problem(`GIGACHAT_CA_FILE: в файле «${caFile}» нет сертификатов PEM.`);
	/** `ca`: CA certificates trusted in addition to Node's, as PEM. */
	return { credentials, scope, ca, baseUrl, authUrl, models };
}
