import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { forgetSecret, setSecret } from "../../../accounts/staff/setting-secrets.server.ts";
import { config, sessionSecret } from "../../../platform/config.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { notFound } from "../../../platform/http/http.server.ts";
import { redactAddress } from "../../../platform/redact.server.ts";
import {
	variablesOf,
	type WrittenToolServer,
	withToolServer,
} from "../../../tools/stored/change-tools.server.ts";
import { serverSecret, TOOL_SECRETS, toolsLock } from "../../../tools/stored/stored-tools.server.ts";
import type { AdminFormState } from "../confirm/form-state.ts";
import { returned, textOf, typedValues } from "../confirm/prove.server.ts";
import { locked } from "../settings/section-state.server.ts";
import { typedAddress } from "../settings/typed-address.server.ts";
import { isKey, keyInJournal, typedKey } from "../settings/typed-key.server.ts";
import { addressProblem } from "./address-problem.server.ts";
import { toolsInForce } from "./load-tools.server.ts";
import { saveTools } from "./save-tools.server.ts";

const FIELDS = ["title", "serverKey", "url", "place"] as const;
const idOf = (key: string) => `${TOOL_SECRETS}/${serverSecret(key)}`;

/**
 * Saves a server of the form: a new one, which is always behind an address, or that of `server`. A program is in the file
 * alone. Its key is set only by staff who may set keys.
 */
export async function saveServer(staff: Staff, form: FormData, asked: RouteArgs) {
	const { searchParams: query, pathname, search } = new URL(asked.request.url);
	const written = toolsInForce();
	const at = query.get("server");
	const before = at === null ? null : written.servers.find(({ key }) => key === at);
	if (before === undefined) return notFound(pathname + search);
	const values = typedValues(form, FIELDS);
	const lock = toolsLock();
	if (lock) return locked(lock, values);
	const secret = typedKey(staff, form, asked);

	const { title = "", serverKey = "", place } = values;
	const url = before?.command ? undefined : typedAddress(values.url ?? "", before?.url);
	const isMoved = before?.url !== undefined && originOf(before.url) !== originOf(url ?? "");
	const [variable] = before ? variablesOf(before) : [];
	// The variable's value would go to another machine: the person who set it names the address too.
	if (variable !== undefined && url !== before?.url) return locked(variable, values);
	const errors: NonNullable<AdminFormState["errors"]> = {};
	if (title === "" || title.length > 60) errors.title = "server-title";
	if (!before && !/^[a-z][a-z0-9-]{0,19}$/.test(serverKey)) errors.serverKey = "server-key";
	else if (!before && written.servers.some(({ key }) => key === serverKey))
		errors.serverKey = "server-key-taken";
	const problem = url === undefined || url === before?.url ? null : addressProblem(url);
	if (problem) errors.url = problem;
	if (!isKey(secret)) errors.key = "key-wrong";
	if (Object.keys(errors).length > 0) return returned({ values, errors });

	const key = before?.key ?? serverKey;
	const { foreign: _, ...rest } = before ?? { key, title, tools: {} };
	// A header of the file may hold a key too; it goes to no other server than the one it was written for.
	if (isMoved) delete rest.headers;
	const { tools, ...root } = rest;
	const fresh: WrittenToolServer = {
		...root,
		title,
		...(url !== undefined && { url }),
		crossBorder: place !== "home",
		tools,
	};
	const setsKey = secret !== "" && url !== undefined && variable === undefined;
	return saveTools(staff, form, asked, withToolServer(written, key, fresh), {
		act: setsKey ? "secret-set" : "tool-server-changed",
		before: before && summary(before),
		after: summary(fresh) + (setsKey ? keyInJournal(secret) : ""),
		values,
		to: fresh.command ? "/admin/tools" : `/admin/tools?do=allow&server=${key}`,
		cause: "tool-server-saved",
		...(setsKey && { proof: "always" as const }),
		more: async (trx) => {
			const secretOf = { id: idOf(key), value: secret, setBy: staff.id };
			if (setsKey) await setSecret(trx, sessionSecret(config), secretOf, Date.now());
			// A key goes to no other server than the one that it was given for.
			else if (isMoved || !before) await forgetSecret(trx, idOf(key));
		},
	});
}

const originOf = (url: string) => URL.parse(url)?.origin;

const summary = ({ title, url, command }: WrittenToolServer) =>
	`${title} · ${url === undefined ? (command?.[0] ?? "") : redactAddress(url)}`;

/** Takes a server out, with its key. */
export async function removeServer(staff: Staff, form: FormData, asked: RouteArgs) {
	const { searchParams: query, pathname, search } = new URL(asked.request.url);
	const written = toolsInForce();
	const server = written.servers.find(({ key }) => key === query.get("server"));
	if (!server) return notFound(pathname + search);
	return saveTools(staff, form, asked, withToolServer(written, server.key, null), {
		act: "tool-server-removed",
		before: summary(server),
		values: { revision: textOf(form, "revision") },
		cause: "tool-server-removed",
		more: async (trx) => {
			await forgetSecret(trx, idOf(server.key));
		},
	});
}
