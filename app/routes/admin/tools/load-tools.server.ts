import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { listSecrets } from "../../../accounts/staff/setting-secrets.server.ts";
import { FILE_LIMITS } from "../../../files/file-limits.ts";
import { config } from "../../../platform/config.server.ts";
import { isCrossBorder } from "../../../platform/cross-border-host.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { redactAddress } from "../../../platform/redact.server.ts";
import { plainSecretOf } from "../../../platform/settings/plain-secret.server.ts";
import { sectionInForce } from "../../../platform/stored-settings/section-source.server.ts";
import {
	type SearchProvider,
	variablesOf,
	type WrittenToolServer,
	type WrittenTools,
	writtenTools,
} from "../../../tools/stored/change-tools.server.ts";
import {
	isOfFile,
	searchLock,
	searchSecret,
	serverSecret,
	TOOL_SECRETS,
	toolsFileRead,
	toolsLock,
	whyNot,
} from "../../../tools/stored/stored-tools.server.ts";
import { toolsState } from "../../../tools/tools-state.server.ts";
import { proofNeeded } from "../confirm/prove.server.ts";
import { sectionState } from "../settings/section-state.server.ts";
import type { FiledSection } from "../settings/send-section.server.ts";
import { shownKey } from "../settings/typed-key.server.ts";

/** The section of the file or of the database, as it is written there. */
export const toolsInForce = (): WrittenTools => writtenTools(sectionInForce("tools", toolsFileRead).text);

/** The section with its file. */
export const toolsSection: FiledSection = {
	section: "tools",
	file: toolsFileRead,
	right: "tools",
	secretOf: (text) => {
		const { servers, search } = writtenTools(text);
		return plainSecretOf(search ? [search, ...servers] : servers);
	},
};

type Secrets = Awaited<ReturnType<typeof listSecrets>>;

const shownSecret = (secrets: Secrets, id: string) => shownKey(secrets.get(id));

/** The screen: search, own tools, servers, limits of documents, and where each is set. */
export async function loadTools(staff: Staff) {
	const secrets = await listSecrets(db(), TOOL_SECRETS);
	const { servers, off = [] } = toolsInForce();
	const may = mayDo(staff.role, "tools");
	const lock = toolsLock();
	return {
		may,
		mayChange: may && lock === null,
		maySearch: may && searchLock() === null,
		source: { ...sectionState("tools", toolsFileRead), lock },
		search: shownSearch(secrets),
		own: toolsState().own.map(({ name, title }) => ({ name, title, isOn: !off.includes(name as never) })),
		pageHosts: config.tools.pageHosts,
		pictures: config.tools.pictures?.model ?? null,
		servers: servers.map((server) => shownServer(server, secrets)),
		documents: {
			megabytes: FILE_LIMITS.bytes / 1024 ** 2,
			pictureMegabytes: FILE_LIMITS.pictureBytes / 1024 ** 2,
			perPrompt: FILE_LIMITS.perPrompt,
			scanPages: FILE_LIMITS.scanPages,
		},
	};
}

export type LoadedTools = Awaited<ReturnType<typeof loadTools>>;

/** The search in force, and what is written of it. */
function shownSearch(secrets: Secrets) {
	const given = config.tools.search;
	const written = toolsInForce().search;
	const provider: SearchProvider = given?.provider ?? written?.provider ?? "off";
	return {
		provider,
		url: redactAddress((given?.provider === "searxng" ? given.baseUrl : written?.url) ?? ""),
		folderId: (given?.provider === "yandex" ? given.folderId : written?.folderId) ?? "",
		variable: config.tools.searchVariable,
		keyVariable: given ? null : (written?.apiKey?.env ?? null),
		secret: given ? undefined : shownSecret(secrets, searchSecret(provider)),
		/** Whether it counts: a key may be missing. */
		works: toolsState().canSearch,
		isSetTwice: given !== null && written !== undefined && written.provider !== "off",
	};
}

function shownServer(server: WrittenToolServer, secrets: Secrets) {
	const { key, title, url, command } = server;
	const isStored = sectionInForce("tools", toolsFileRead).source === "database";
	return {
		serverKey: key,
		title,
		address: url === undefined ? null : redactAddress(url).replace(/^https?:\/\//, ""),
		/** The program alone: its arguments may name what is nobody's business. */
		program: command?.[0] ?? null,
		secret: shownSecret(secrets, serverSecret(key)),
		variables: variablesOf(server),
		abroad: server.crossBorder ?? server.foreign ?? false,
		state: toolsState().stateOf(key) ?? ("left-out" as const),
		refusal: isStored ? whyNot(server) : null,
		tools: Object.entries(server.tools).map(([name, { effect, title, ask }]) => ({
			name,
			title,
			effect,
			asks: ask ?? effect !== "read",
		})),
	};
}

export type ShownServer = ReturnType<typeof shownServer>;

/** The form of the search. */
export async function loadSearch(staff: Staff, asked: RouteArgs) {
	const secrets = await listSecrets(db(), TOOL_SECRETS);
	const mayKey = mayDo(staff.role, "secrets");
	return {
		search: shownSearch(secrets),
		secrets: {
			yandex: shownSecret(secrets, searchSecret("yandex")),
			brave: shownSecret(secrets, searchSecret("brave")),
			tavily: shownSecret(secrets, searchSecret("tavily")),
		},
		mayKey,
		source: sectionState("tools", toolsFileRead),
		needed: await proofNeeded(staff, asked, mayKey),
	};
}

export type LoadedSearch = Awaited<ReturnType<typeof loadSearch>>;

/** A server for its form, or a new one; null: there is none of this key. */
export async function loadServer(staff: Staff, key: string | null, asked: RouteArgs) {
	const server = key === null ? null : toolsInForce().servers.find((one) => one.key === key);
	if (server === undefined) return null;
	const secrets = await listSecrets(db(), TOOL_SECRETS);
	const mayKey = mayDo(staff.role, "secrets");
	const place = server && {
		url: redactAddress(server.url ?? ""),
		/** The settings that the file gives to it are changed in the file. */
		isFixed: server.command !== undefined || variablesOf(server).length > 0,
		isOfFile: isOfFile(server),
		isAbroad: server.crossBorder ?? server.foreign ?? isCrossBorder(server.url ?? "http://localhost"),
	};
	return {
		server: server && { ...shownServer(server, secrets), ...place },
		mayKey,
		allowPrivate: config.allowPrivateTools,
		isLocked: toolsLock() !== null,
		source: sectionState("tools", toolsFileRead),
		needed: await proofNeeded(staff, asked, mayKey && server?.command === undefined),
		/** Shown where no key is set. */
		usual: await proofNeeded(staff, asked),
	};
}

export type LoadedServer = NonNullable<Awaited<ReturnType<typeof loadServer>>>;
