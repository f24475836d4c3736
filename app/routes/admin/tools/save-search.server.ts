import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { setSecret } from "../../../accounts/staff/setting-secrets.server.ts";
import { config, sessionSecret } from "../../../platform/config.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { redactAddress } from "../../../platform/redact.server.ts";
import { mayBeAt } from "../../../tools/address-guard.server.ts";
import type {
	SearchProvider,
	WrittenSearch,
	WrittenTools,
} from "../../../tools/stored/change-tools.server.ts";
import {
	openKeys,
	searchLock,
	searchSecret,
	TOOL_SECRETS,
} from "../../../tools/stored/stored-tools.server.ts";
import type { AdminFormState } from "../confirm/form-state.ts";
import { returned, typedValues } from "../confirm/prove.server.ts";
import { locked } from "../settings/section-state.server.ts";
import { typedAddress } from "../settings/typed-address.server.ts";
import { isKey, keyInJournal, typedKey } from "../settings/typed-key.server.ts";
import { addressProblem } from "./address-problem.server.ts";
import { toolsInForce } from "./load-tools.server.ts";
import { saveTools } from "./save-tools.server.ts";

const PROVIDERS: readonly SearchProvider[] = ["off", "searxng", "yandex", "brave", "tavily"];

/** Saves which search is asked. Its key is set only by staff who may set keys. */
export async function saveSearch(staff: Staff, form: FormData, asked: RouteArgs) {
	const written = toolsInForce();
	const values = typedValues(form, ["provider", "url", "folderId"]);
	const lock = searchLock();
	if (lock) return locked(lock, values);
	const secret = typedKey(staff, form, asked);

	const provider = PROVIDERS.find((name) => name === values.provider);
	const { folderId = "" } = values;
	const url = typedAddress(values.url ?? "", written.search?.url);
	const errors: NonNullable<AdminFormState["errors"]> = {};
	if (!provider) errors.provider = "search-needed";
	if (url !== "" || provider === "searxng") {
		const problem = url === written.search?.url ? null : addressProblem(url);
		if (problem) errors.url = problem;
		// A web session reaches no more by an address that was set before.
		else if (provider === "searxng" && !mayBeAt(url, config.allowPrivateTools))
			errors.url = "tool-address-refused";
	}
	if ((folderId !== "" || provider === "yandex") && !/^[\w-]{1,64}$/.test(folderId))
		errors.folderId = "folder-wrong";
	if (!isKey(secret)) errors.key = "key-wrong";
	const hasKey = provider === "yandex" || provider === "brave" || provider === "tavily";
	if (hasKey && secret === "" && !errors.key) {
		const known = (await openKeys(db())).has(searchSecret(provider));
		const variable = written.search?.provider === provider && written.search.apiKey !== undefined;
		if (!known && !variable) errors.key = mayDo(staff.role, "secrets") ? "search-key-needed" : "key-owner";
	}
	if (!provider || Object.keys(errors).length > 0) return returned({ values, errors });
	const setsKey = hasKey && secret !== "";
	const fresh = searchOf(written.search, provider, url, folderId);
	return saveTools(staff, form, asked, withSearch(written, fresh), {
		act: setsKey ? "secret-set" : "search-changed",
		before: summary(written.search),
		after: summary(fresh) + (setsKey ? keyInJournal(secret) : ""),
		values,
		to: provider === "off" ? "/admin/tools" : "/admin/tools?do=check",
		cause: "search-saved",
		...(setsKey && {
			proof: "always" as const,
			more: (trx) =>
				setSecret(
					trx,
					sessionSecret(config),
					{ id: `${TOOL_SECRETS}/${searchSecret(provider)}`, value: secret, setBy: staff.id },
					Date.now(),
				),
		}),
	});
}

/** The variable of a key stays with the search that it is for. */
function searchOf(
	before: WrittenSearch | undefined,
	provider: SearchProvider,
	url: string,
	folderId: string,
): WrittenSearch {
	const apiKey = before?.provider === provider ? before.apiKey : undefined;
	return {
		provider,
		...(url !== "" && { url: url.replace(/\/+$/, "") }),
		...(folderId !== "" && { folderId }),
		...(apiKey && { apiKey }),
	};
}

/** In front of the servers, where the file of a sample has it. */
const withSearch = ({ search: _, ...rest }: WrittenTools, search: WrittenSearch): WrittenTools => ({
	search,
	...rest,
});

const summary = (search: WrittenSearch | undefined) =>
	[search?.provider ?? "off", search?.provider === "searxng" && redactAddress(search.url ?? "")]
		.filter(Boolean)
		.join(" · ");
