import { randomBytes } from "node:crypto";
import type { Plan } from "../../../billing/plans/plan.server.ts";
import { ConfigError } from "../../../platform/config.server.ts";
import { cutText } from "../../../platform/cut-text.server.ts";
import { checkPlanModels } from "../../plan-models.server.ts";
import { readServers, readStoredModels } from "../models-file.server.ts";

/** A model and a server as the text of the section has them: what is not said has its default. */
export type WrittenModel = {
	id: string;
	name?: string;
	title?: string;
	description?: string;
	contextTokens?: number;
	answerTokens?: number;
	sees?: boolean;
	tools?: boolean;
	spare?: string;
	price?: { input: number; cached?: number; output: number };
	off?: boolean;
};
export type WrittenServer = {
	id?: string;
	title?: string;
	baseUrl: string;
	api?: "openai" | "gigachat";
	apiKeyEnv?: string;
	scope?: string;
	headers?: Record<string, unknown>;
	caFile?: string;
	ca?: string;
	crossBorder?: boolean;
	supportsUsage?: boolean;
	maxTokensParam?: "max_tokens" | "max_completion_tokens";
	firstPieceTimeoutMs?: number;
	idleTimeoutMs?: number;
	models: WrittenModel[];
};

const MOST_SERVERS = 20;
const MOST_MODELS = 200;

/** The servers of the section, in their order. */
export const writtenServers = (text: string | undefined): WrittenServer[] =>
	text === undefined ? [] : (JSON.parse(text.replace(/^\uFEFF/, "")) as { servers: WrittenServer[] }).servers;

/** The section as a file of `content/` is written. */
export const modelsText = (servers: readonly WrittenServer[]): string =>
	`${JSON.stringify({ servers }, null, "\t")}\n`;

/** By which the screens and the keys name a server that has no id of its own yet: its place. */
export const serverKey = ({ id }: WrittenServer, place: number): string => id ?? `place-${place}`;

export const newServerId = (): string => randomBytes(6).toString("hex");

/** An id of a new model that no other has: its name at its server where that is one. */
export function newModelId(name: string, servers: readonly WrittenServer[]): string {
	const taken = new Set(servers.flatMap(({ models }) => models.map(({ id }) => id)));
	const base = cutText(name, 190);
	for (let i = 1; ; i++) {
		const id = i === 1 ? base : `${base}-${i}`;
		if (!taken.has(id)) return id;
	}
}

/** Replaces one model, or takes it out: null. */
export const withModel = (
	servers: readonly WrittenServer[],
	id: string,
	fresh: WrittenModel | null,
): WrittenServer[] =>
	servers.map((server) => ({
		...server,
		models: server.models.flatMap((model) => (model.id === id ? (fresh ?? []) : model)),
	}));

/** Replaces one server, or takes it out: null. */
export const withServer = (
	servers: readonly WrittenServer[],
	key: string,
	fresh: WrittenServer | null,
): WrittenServer[] =>
	servers.flatMap((server, place) => (serverKey(server, place) === key ? (fresh ?? []) : server));

/**
 * Moves a model one place up or down among those of its server; past its end the whole server moves.
 * @returns the same servers where there is no place to go to
 */
export function moveModel(servers: readonly WrittenServer[], id: string, by: -1 | 1): WrittenServer[] {
	const moved = servers.map((server) => ({ ...server, models: [...server.models] }));
	const at = moved.findIndex(({ models }) => models.some((model) => model.id === id));
	const server = moved[at];
	if (!server) return moved;
	const place = server.models.findIndex((model) => model.id === id);
	if (swap(server.models, place, place + by)) return moved;
	swap(moved, at, at + by);
	return moved;
}

function swap<T>(list: T[], one: number, other: number): boolean {
	const [a, b] = [list[one], list[other]];
	if (a === undefined || b === undefined) return false;
	list[one] = b;
	list[other] = a;
	return true;
}

/**
 * Tells in words why a text cannot be in force: a server that does not fit, a spare model that is none, a plan that names
 * a model that is not there. Empty: it can.
 * @param keys the keys of the servers by their ids, as they would be
 */
export function problemsOf(
	text: string,
	keys: ReadonlyMap<string, string>,
	plans: readonly Plan[],
	idleTimeoutMs: number,
): string[] {
	const path = "Модели";
	try {
		const servers = readServers(path, text);
		if (servers.length > MOST_SERVERS) return [`Серверов может быть не больше ${MOST_SERVERS}.`];
		if (servers.flatMap(({ models }) => models).length > MOST_MODELS)
			return [`Моделей может быть не больше ${MOST_MODELS}.`];
		const models = readStoredModels(path, { text, keys }, idleTimeoutMs);
		if (models.length > 0) checkPlanModels({ source: "configured", models }, plans);
		return [];
	} catch (error) {
		if (error instanceof ConfigError)
			return error.problems.map((problem) => problem.replace(/^Модели: /, ""));
		throw error;
	}
}
