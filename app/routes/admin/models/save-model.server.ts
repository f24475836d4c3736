import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import {
	moveModel,
	newModelId,
	serverKey,
	type WrittenModel,
	withModel,
	withServer,
} from "../../../chat/providers/stored/change-models.server.ts";
import { modelsLock } from "../../../chat/providers/stored/stored-models.server.ts";
import { cutText } from "../../../platform/cut-text.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { notFound } from "../../../platform/http/http.server.ts";
import type { AdminFormState } from "../confirm/form-state.ts";
import { returned, textOf, typedValues } from "../confirm/prove.server.ts";
import { locked } from "../settings/section-state.server.ts";
import { countOf } from "../settings/typed-numbers.server.ts";
import { serversInForce } from "./load-models.server.ts";
import { saveModels } from "./save-models.server.ts";

const FIELDS = [
	...(["title", "modelName", "description", "input", "cached", "output", "context", "answer"] as const),
	...(["sees", "tools", "spare", "on"] as const),
];

/** Saves a model of the form: a new one of `server`, or `model`. */
export async function saveModel(staff: Staff, form: FormData, asked: RouteArgs) {
	const { searchParams: query, pathname, search } = new URL(asked.request.url);
	const servers = serversInForce();
	const values = typedValues(form, FIELDS);
	// First: those that the environment sets are none of these.
	const lock = modelsLock();
	if (lock) return locked(lock, values);
	const id = query.get("model");
	const at = servers.findIndex((server, place) =>
		id === null
			? serverKey(server, place) === query.get("server")
			: server.models.some((one) => one.id === id),
	);
	const server = servers[at];
	if (!server) return notFound(pathname + search);
	const before = server.models.find((one) => one.id === id);
	const { errors, fresh } = read(values, before ?? { id: newModelId(values.modelName ?? "", servers) });
	if (Object.keys(errors).length > 0) return returned({ values, errors });
	const list = before
		? withModel(servers, before.id, fresh)
		: withServer(servers, serverKey(server, at), { ...server, models: [...server.models, fresh] });
	return saveModels(staff, form, asked, list, {
		act: "model-changed",
		before: before ? JSON.stringify(before) : null,
		after: JSON.stringify(fresh),
		values,
		cause: "model-saved",
	});
}

type Values = NonNullable<AdminFormState["values"]>;

function read(values: Values, before: WrittenModel) {
	const { title = "", modelName = "", description = "", context = "", answer = "" } = values;
	const errors: NonNullable<AdminFormState["errors"]> = {};
	if (title.length > 60) errors.title = "server-title";
	if (modelName === "" || modelName.length > 200) errors.modelName = "model-name";
	if (description.length > 80) errors.description = "description-long";
	const prices = (["input", "cached", "output"] as const).map((name) => {
		const price = priceOf(values[name] ?? "");
		if (price === null) errors[name] = "price-wrong";
		return price ?? undefined;
	});
	const [input, cached, output] = prices;
	if (input === undefined && (output !== undefined || cached !== undefined)) errors.input ??= "price-wrong";
	if (output === undefined && input !== undefined) errors.output ??= "price-wrong";
	const contextTokens = countOf(context, 1_000, 10_000_000);
	if (contextTokens === null) errors.context = "context-wrong";
	const answerTokens = countOf(answer, 16, 1_000_000);
	if (answerTokens === null) errors.answer = "answer-wrong";

	const { title: _, description: __, contextTokens: ___, answerTokens: ____, price: _____, ...rest } = before;
	const { spare: ______, sees: _______, tools: ________, off: _________, name, ...kept } = rest;
	const fresh: WrittenModel = {
		...kept,
		...((name !== undefined || modelName !== before.id) && { name: modelName }),
		...(title && { title }),
		...(description && { description }),
		...(contextTokens && { contextTokens }),
		...(answerTokens && { answerTokens }),
		...(values.sees && { sees: true }),
		...(values.tools && { tools: true }),
		...(values.spare && { spare: values.spare }),
		...(input !== undefined &&
			output !== undefined && { price: { input, ...(cached !== undefined && { cached }), output } }),
		...(!values.on && { off: true }),
	};
	return { errors, fresh };
}

/** In roubles; undefined: nothing was typed; null: no such price. */
function priceOf(text: string): number | undefined | null {
	const plain = text.replace(/[\s\u00a0\u202f]/g, "").replace(",", ".");
	if (plain === "") return undefined;
	return /^\d{1,6}(\.\d{1,2})?$/.test(plain) ? Number(plain) : null;
}

/** Takes a model out. */
export async function removeModel(staff: Staff, form: FormData, asked: RouteArgs) {
	const { searchParams: query, pathname, search } = new URL(asked.request.url);
	const servers = serversInForce();
	const id = query.get("model") ?? "";
	const lock = modelsLock();
	if (lock) return locked(lock);
	if (!servers.some(({ models }) => models.some((model) => model.id === id)))
		return notFound(pathname + search);
	return saveModels(staff, form, asked, withModel(servers, id, null), {
		act: "model-removed",
		before: id,
		values: { revision: textOf(form, "revision") },
		cause: "model-removed",
	});
}

/** Moves a model one place up or down. */
export async function reorder(staff: Staff, form: FormData, asked: RouteArgs) {
	const id = textOf(form, "move");
	const up = form.get("by") === "up";
	const lock = modelsLock();
	if (lock) return locked(lock);
	const servers = serversInForce();
	const { pathname, search } = new URL(asked.request.url);
	if (!servers.some(({ models }) => models.some((model) => model.id === id)))
		return notFound(pathname + search);
	return saveModels(staff, form, asked, moveModel(servers, id, up ? -1 : 1), {
		act: "models-moved",
		after: `${id}: ${up ? "выше" : "ниже"}`,
		values: { revision: textOf(form, "revision") },
		cause: "models-moved",
		proof: "none",
	});
}

/** Adds the models that a server has named and somebody has chosen, switched off. */
export async function addModels(staff: Staff, form: FormData, asked: RouteArgs) {
	const { searchParams: query, pathname, search } = new URL(asked.request.url);
	const servers = serversInForce();
	const key = query.get("server") ?? "";
	const server = servers.find((one, place) => serverKey(one, place) === key);
	if (!server) return notFound(pathname + search);
	const values = { revision: textOf(form, "revision") };
	const chosen = form
		.getAll("add")
		.flatMap((name) => (typeof name === "string" && name.length <= 200 ? name : []));
	if (chosen.length === 0) return returned({ values, problem: "nothing-chosen" });
	const models: WrittenModel[] = [];
	for (const name of chosen.slice(0, 50)) {
		const id = newModelId(name, [...servers, { baseUrl: "", models }]);
		const contextTokens = countOf(textOf(form, `context:${name}`), 1_000, 10_000_000);
		models.push({ id, ...(id !== name && { name }), ...(contextTokens && { contextTokens }), off: true });
	}
	const list = withServer(servers, key, { ...server, models: [...server.models, ...models] });
	return saveModels(staff, form, asked, list, {
		act: "models-added",
		after: cutText(chosen.join(", "), 1_000),
		values,
		cause: "models-added",
	});
}
