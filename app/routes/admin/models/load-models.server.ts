import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { listSecrets } from "../../../accounts/staff/setting-secrets.server.ts";
import { modelTitle } from "../../../chat/providers/model-title.server.ts";
import {
	serverKey,
	type WrittenModel,
	type WrittenServer,
	writtenServers,
} from "../../../chat/providers/stored/change-models.server.ts";
import {
	MODEL_SECRETS,
	modelsFileRead,
	modelsLock,
} from "../../../chat/providers/stored/stored-models.server.ts";
import { chatServices } from "../../../chat/services.server.ts";
import { localModel } from "../../../local-model/services.server.ts";
import { config } from "../../../platform/config.server.ts";
import { isCrossBorder } from "../../../platform/cross-border-host.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { redactAddress } from "../../../platform/redact.server.ts";
import { plainSecretOf } from "../../../platform/settings/plain-secret.server.ts";
import { sectionInForce } from "../../../platform/stored-settings/section-source.server.ts";
import { proofNeeded } from "../confirm/prove.server.ts";
import { sectionState } from "../settings/section-state.server.ts";
import type { FiledSection } from "../settings/send-section.server.ts";
import { shownKey } from "../settings/typed-key.server.ts";

/** The servers of the file or of the database, as they are written there. */
export const serversInForce = (): WrittenServer[] =>
	writtenServers(sectionInForce("models", modelsFileRead).text);

/** The section with its file. */
export const modelsSection: FiledSection = {
	section: "models",
	file: modelsFileRead,
	right: "models",
	secretOf: (text) => plainSecretOf(writtenServers(text)),
};

/** The list: servers with their models, where they are set, and what answers where there are none. */
export async function loadModels(staff: Staff) {
	const { catalogue } = chatServices();
	const byVariable = modelsLock();
	const isElsewhere = byVariable !== null && !byVariable.includes("/") && byVariable !== "CONFIG_SCREENS";
	const secrets = await listSecrets(db(), MODEL_SECRETS);
	const may = mayDo(staff.role, "models");
	const source = sectionState("models", modelsFileRead);
	const servers = isElsewhere ? [] : serversInForce().map((server, place) => shown(server, place, secrets));
	return {
		mayChange: may && byVariable === null,
		/** Also servers of a file. */
		mayCheck: may,
		// Who only looks takes nothing over and gets no file.
		source: { ...source, lock: byVariable, mayTake: source.mayTake && may, hasText: source.hasText && may },
		servers,
		/** Models that the environment sets, or that answer without any server: none of them is changed here. */
		others:
			servers.some(({ models }) => models.some(({ off }) => !off)) && !isElsewhere
				? []
				: catalogue.models.map(({ id, title }) => ({ id, title })),
		isInFile: catalogue.source === "file",
		/** The FAQ provider answers: nothing is sold. */
		isFaq: catalogue.source === "faq",
	};
}

export type LoadedModels = Awaited<ReturnType<typeof loadModels>>;

type Secrets = Awaited<ReturnType<typeof listSecrets>>;

function shown(server: WrittenServer, place: number, secrets: Secrets) {
	const key = serverKey(server, place);
	const secret = secrets.get(server.id ?? "");
	return {
		serverKey: key,
		title: server.title ?? new URL(server.baseUrl).host,
		address: redactAddress(server.baseUrl).replace(/^https?:\/\//, ""),
		secret: shownKey(secret),
		apiKeyEnv: server.apiKeyEnv ?? null,
		abroad: server.crossBorder ?? isCrossBorder(server.baseUrl),
		models: server.models.map((model) => ({
			id: model.id,
			name: model.name ?? model.id,
			title: model.title ?? modelTitle(model.name ?? model.id),
			off: model.off ?? false,
			sees: model.sees ?? false,
			tools: model.tools ?? false,
			price: model.price ?? null,
		})),
	};
}

/**
 * Who answers once these models are gone or switched off.
 * @returns null: other models are on, or none of these is
 */
function answersWithout(
	servers: readonly WrittenServer[],
	gone: readonly WrittenModel[],
): "modelInFile" | "ollamaOrFaq" | "faq" | null {
	const on = servers.flatMap(({ models }) => models).filter(({ off }) => !off);
	if (on.length === 0 || on.some((model) => !gone.includes(model))) return null;
	if (localModel()?.chat) return "modelInFile";
	return config.model.autodetect ? "ollamaOrFaq" : "faq";
}

/** Who answers without the last models; null: others do. */
export type AnswersWithout = ReturnType<typeof answersWithout>;

/** A server for its form, or a new one; null: there is none of this name. */
export async function loadServer(staff: Staff, key: string | null, asked: RouteArgs) {
	const servers = serversInForce();
	const server = key === null ? null : servers.find((one, place) => serverKey(one, place) === key);
	if (server === undefined) return null;
	const secrets = await listSecrets(db(), MODEL_SECRETS);
	const mayKey = mayDo(staff.role, "secrets");
	return {
		server: server && { ...shown(server, servers.indexOf(server), secrets), written: writtenOf(server) },
		isLocked: modelsLock() !== null,
		without: server && answersWithout(servers, server.models),
		idleSeconds: Math.round(config.model.idleTimeoutMs / 1_000),
		mayKey,
		source: sectionState("models", modelsFileRead),
		// A key takes a proof of its own, each time.
		needed: await proofNeeded(staff, asked, mayKey),
	};
}

export type LoadedServer = NonNullable<Awaited<ReturnType<typeof loadServer>>>;

const writtenOf = (server: WrittenServer) => ({
	title: server.title ?? "",
	baseUrl: redactAddress(server.baseUrl),
	api: server.api ?? "openai",
	firstPiece: server.firstPieceTimeoutMs ? String(server.firstPieceTimeoutMs / 1_000) : "",
	idle: server.idleTimeoutMs ? String(server.idleTimeoutMs / 1_000) : "",
	maxTokens: server.maxTokensParam ?? "max_tokens",
	usage: server.supportsUsage ? "1" : "",
	ca: server.ca ?? "",
});

/** A model for its form, or a new one of a server; null: there is none. */
export async function loadModel(staff: Staff, query: URLSearchParams, asked: RouteArgs) {
	const servers = serversInForce();
	const id = query.get("model");
	const place = servers.findIndex((server, at) =>
		id === null ? serverKey(server, at) === query.get("server") : server.models.some((one) => one.id === id),
	);
	const server = servers[place];
	if (!server) return null;
	const model = server.models.find((model) => model.id === id) ?? null;
	return {
		serverKey: serverKey(server, place),
		serverTitle: server.title ?? new URL(server.baseUrl).host,
		model,
		without: model && answersWithout(servers, [model]),
		others: servers
			.flatMap(({ models }) => models)
			.filter((model) => model.id !== id)
			.map((model) => ({ id: model.id, title: model.title ?? modelTitle(model.name ?? model.id) })),
		source: sectionState("models", modelsFileRead),
		needed: await proofNeeded(staff, asked),
	};
}

export type LoadedModel = NonNullable<Awaited<ReturnType<typeof loadModel>>>;
