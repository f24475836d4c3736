import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { forgetSecret, setSecret } from "../../../accounts/staff/setting-secrets.server.ts";
import {
	newServerId,
	serverKey,
	type WrittenServer,
	withServer,
} from "../../../chat/providers/stored/change-models.server.ts";
import { MODEL_SECRETS, modelsLock } from "../../../chat/providers/stored/stored-models.server.ts";
import { config, sessionSecret } from "../../../platform/config.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { notFound } from "../../../platform/http/http.server.ts";
import { redactAddress } from "../../../platform/redact.server.ts";
import { mayBeAt } from "../../../tools/address-guard.server.ts";
import type { AdminFormState } from "../confirm/form-state.ts";
import { returned, textOf, typedValues } from "../confirm/prove.server.ts";
import { locked } from "../settings/section-state.server.ts";
import { typedAddress } from "../settings/typed-address.server.ts";
import { isKey, keyInJournal, typedKey } from "../settings/typed-key.server.ts";
import { serversInForce } from "./load-models.server.ts";
import { saveModels } from "./save-models.server.ts";

const FIELDS = [
	"title",
	"baseUrl",
	"api",
	"place",
	"firstPiece",
	"idle",
	"maxTokens",
	"usage",
	"ca",
] as const;

/** Saves a server of the form: a new one, or that of `server`. Its key is set only by staff who may set keys. */
export async function saveServer(staff: Staff, form: FormData, asked: RouteArgs) {
	const { searchParams: query, pathname, search } = new URL(asked.request.url);
	const servers = serversInForce();
	const key = query.get("server");
	const before = key === null ? null : servers.find((one, place) => serverKey(one, place) === key);
	if (before === undefined) return notFound(pathname + search);
	const values = typedValues(form, FIELDS);
	const lock = modelsLock();
	if (lock) return locked(lock, values);
	const secret = typedKey(staff, form, asked);

	const address = typedAddress(values.baseUrl ?? "", before?.baseUrl);
	const holder = servers.find((one) => one !== before && bare(one.baseUrl) === bare(address));
	const errors = problemsOfFields({ ...values, baseUrl: address }, secret, holder, before);
	if (Object.keys(errors).length > 0)
		return returned({ values, errors, ...(holder && { holder: nameOf(holder) }) });
	const baseUrl = bare(address);
	const isMoved = before !== null && new URL(before.baseUrl).origin !== new URL(baseUrl).origin;
	// The variable's key would go to another machine: the person who set it names the address too.
	if (isMoved && hasVariable(before)) return locked(before.apiKeyEnv ?? "headers", values);

	const id = before?.id ?? newServerId();
	const fresh = serverOf(before, id, { ...values, baseUrl });
	const list = before && key !== null ? withServer(servers, key, fresh) : [...servers, fresh];
	const secretId = `${MODEL_SECRETS}/${id}`;
	return saveModels(staff, form, asked, list, {
		act: secret === "" ? "server-changed" : "secret-set",
		before: before && summary(before),
		after: summary(fresh) + (secret === "" ? "" : keyInJournal(secret)),
		values,
		to: `/admin/models?do=check&server=${id}`,
		cause: "server-saved",
		...(secret !== "" && { proof: "always" as const }),
		...(secret !== "" && { key: { id, value: secret } }),
		more: async (trx) => {
			const setBy = staff.id;
			if (secret !== "")
				await setSecret(trx, sessionSecret(config), { id: secretId, value: secret, setBy }, Date.now());
			// A key goes to no other server than the one that it was given for.
			else if (isMoved) await forgetSecret(trx, secretId);
		},
	});
}

const hasVariable = ({ apiKeyEnv, headers }: WrittenServer) =>
	apiKeyEnv !== undefined || Object.values(headers ?? {}).some((value) => typeof value === "object");

const bare = (address: string) => address.replace(/\/+$/, "");

const nameOf = ({ title, baseUrl }: WrittenServer) => title || redactAddress(baseUrl);

const summary = ({ title, baseUrl }: WrittenServer) =>
	[title, redactAddress(baseUrl)].filter(Boolean).join(" · ");

type Values = NonNullable<AdminFormState["values"]>;

function problemsOfFields(
	{ title = "", baseUrl = "", firstPiece = "", idle = "", ca = "" }: Values,
	key: string,
	holder: WrittenServer | undefined,
	before: WrittenServer | null,
) {
	const errors: NonNullable<AdminFormState["errors"]> = {};
	const isAddress =
		baseUrl.length <= 1_000 && /^https?:\/\/[^\s]+$/.test(baseUrl) && URL.parse(baseUrl) !== null;
	if (title === "" || title.length > 60) errors.title = "server-title";
	// A file may have named an address with parameters; it is not typed.
	if (!isAddress || (baseUrl !== before?.baseUrl && /[?#@]/.test(baseUrl))) errors.baseUrl = "address-wrong";
	else if (!mayBeAt(baseUrl, config.allowPrivateModels)) errors.baseUrl = "address-refused";
	else if (holder) errors.baseUrl = "address-taken";
	if (!isKey(key)) errors.key = "key-wrong";
	if (secondsOf(firstPiece) === null) errors.firstPiece = "seconds-wrong";
	if (secondsOf(idle) === null) errors.idle = "seconds-wrong";
	if (ca !== "" && (!ca.includes("-----BEGIN CERTIFICATE-----") || ca.length > 100_000))
		errors.ca = "ca-wrong";
	return errors;
}

/** In milliseconds; undefined: nothing was typed; null: no such time. */
function secondsOf(text: string): number | undefined | null {
	if (text === "") return undefined;
	return /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 3_600 ? Number(text) * 1_000 : null;
}

function serverOf(before: WrittenServer | null, id: string, values: Values): WrittenServer {
	const { title = "", baseUrl = "", api, place, firstPiece = "", idle = "", maxTokens, usage, ca } = values;
	const { firstPieceTimeoutMs: _, idleTimeoutMs: __, ca: ___, ...rest } = before ?? { models: [] };
	const firstPieceTimeoutMs = secondsOf(firstPiece);
	const idleTimeoutMs = secondsOf(idle);
	return {
		id,
		...rest,
		title,
		baseUrl,
		api: api === "gigachat" ? "gigachat" : "openai",
		crossBorder: place !== "home",
		supportsUsage: usage !== "" && usage !== undefined,
		maxTokensParam: maxTokens === "max_completion_tokens" ? maxTokens : "max_tokens",
		...(firstPieceTimeoutMs && { firstPieceTimeoutMs }),
		...(idleTimeoutMs && { idleTimeoutMs }),
		...(ca && { ca }),
		models: rest.models,
	};
}

/** Takes a server out, with its models and its key. */
export async function removeServer(staff: Staff, form: FormData, asked: RouteArgs) {
	const { searchParams: query, pathname, search } = new URL(asked.request.url);
	const servers = serversInForce();
	const key = query.get("server") ?? "";
	const lock = modelsLock();
	if (lock) return locked(lock);
	const server = servers.find((one, place) => serverKey(one, place) === key);
	if (!server) return notFound(pathname + search);
	return saveModels(staff, form, asked, withServer(servers, key, null), {
		act: "server-removed",
		before: summary(server),
		values: { revision: textOf(form, "revision") },
		cause: "server-removed",
		more: async (trx) => {
			if (server.id) await forgetSecret(trx, `${MODEL_SECRETS}/${server.id}`);
		},
	});
}
