import { data } from "react-router";
import { actorOf, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import { noteInJournal } from "../../../accounts/staff/journal.server.ts";
import { throttles } from "../../../accounts/throttle.server.ts";
import { config, sessionSecret } from "../../../platform/config.server.ts";
import { cutText } from "../../../platform/cut-text.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { notFound } from "../../../platform/http/http.server.ts";
import {
	type WrittenTool,
	type WrittenToolServer,
	withToolServer,
} from "../../../tools/stored/change-tools.server.ts";
import {
	checkMcpServer,
	checkSearch,
	type ListedMcpTool,
	type ToolCheck,
} from "../../../tools/stored/check-tools.server.ts";
import { loadTools } from "../../../tools/stored/stored-tools.server.ts";
import type { AdminFormState } from "../confirm/form-state.ts";
import { returned, sendCode, textOf } from "../confirm/prove.server.ts";
import { mayCheck } from "../settings/may-check.server.ts";
import { toolsInForce } from "./load-tools.server.ts";
import { saveTools } from "./save-tools.server.ts";

/** The result of a question to a server, for the page. */
export type CheckState = AdminFormState & {
	checked?: ToolCheck & { pages?: number };
	/** The tools that the server has named. */
	listed?: ListedMcpTool[];
	/** The values as typed, where the form comes back. */
	typed?: Record<string, { use: string; asks: boolean; title: string }>;
};

/** The query of a check. */
export const SAMPLE_QUERY = "погода";

const countOf = (staff: Staff) => throttles.toolCheck(sessionSecret(config), staff.id);

/** Searches for one word by the search in force. An entry of the journal. */
export async function trySearch(staff: Staff, form: FormData, asked: RouteArgs) {
	const values = { revision: textOf(form, "revision") };
	const refusal = await mayCheck(staff, form, asked, values, countOf(staff));
	if (refusal) return refusal;
	const { search } = await loadTools(db());
	await noteInJournal(db(), actorOf(staff, asked), {
		act: "search-checked",
		accountId: null,
		after: search?.provider ?? "off",
	});
	if (!search) return returned({ values, problem: "no-search" }, 422);
	return returned<CheckState>({ values, checked: await checkSearch(search, SAMPLE_QUERY) }, 200);
}

const MOST_TOOLS = 200;

/** What was chosen on the page of a server's tools, which comes back with the form. */
function chosenIn(form: FormData): Required<Pick<CheckState, "typed" | "listed">> {
	const names = form.getAll("tool").filter((name) => typeof name === "string");
	const typed = Object.fromEntries(
		names.slice(0, MOST_TOOLS).map((name) => [
			name,
			{
				use: textOf(form, `use:${name}`),
				asks: textOf(form, `asks:${name}`) !== "no",
				title: textOf(form, `title:${name}`).trim(),
			},
		]),
	);
	return { typed, listed: names.map((name) => ({ name, description: "" })) };
}

/** The form again, with what was chosen. */
const withChosen = (form: FormData, again: ReturnType<typeof returned>) =>
	data<CheckState>({ ...again.data, ...chosenIn(form) }, again.init ?? {});

const serverOf = ({ searchParams: query, pathname, search }: URL) =>
	toolsInForce().servers.find(({ key }) => key === query.get("server")) ?? notFound(pathname + search);

/** Sends the code that an account without a password proves itself by: for each act of the page, also a program's. */
export async function sendToolsCode(staff: Staff, form: FormData, { request }: RouteArgs) {
	serverOf(new URL(request.url));
	return withChosen(form, await sendCode(staff, { revision: textOf(form, "revision") }));
}

/** Asks a server for its tools, which the page then shows. An entry of the journal. */
export async function askForTools(staff: Staff, form: FormData, asked: RouteArgs) {
	const url = new URL(asked.request.url);
	const server = serverOf(url);
	// A program is started by questions of people, and never by a screen.
	if (server.command) return notFound(url.pathname + url.search);
	const values = { revision: textOf(form, "revision") };
	const refusal = await mayCheck(staff, form, asked, values, countOf(staff));
	if (refusal) return withChosen(form, refusal);
	await noteInJournal(db(), actorOf(staff, asked), {
		act: "tool-server-checked",
		accountId: null,
		after: server.title,
	});
	const { servers } = await loadTools(db());
	const connection = servers.find(({ key }) => key === server.key)?.connection;
	const { tools, ...checked } =
		connection?.kind === "http" ? await checkMcpServer(connection) : { ...REFUSED_ADDRESS, tools: [] };
	const { typed, listed } = chosenIn(form);
	return returned<CheckState>({ values, checked, typed, listed: checked.failure ? listed : tools }, 200);
}

const REFUSED_ADDRESS: ToolCheck = { failure: "refused-address", status: null, ms: 0 };
const EFFECTS = ["read", "keyed", "unsafe"] as const;

/** Saves which tools of a server may be used, and how. */
export async function saveAllowed(staff: Staff, form: FormData, asked: RouteArgs) {
	const written = toolsInForce();
	const server = serverOf(new URL(asked.request.url));
	const { typed, listed } = chosenIn(form);
	const tools: Record<string, WrittenTool> = Object.fromEntries(
		Object.entries(typed).flatMap(([name, { use, asks, title }]) => {
			const effect = EFFECTS.find((one) => one === use);
			if (!effect) return [];
			// By default a tool that only reads asks for nothing, and any other asks.
			const ask = asks === (effect !== "read") ? {} : { ask: asks };
			return [[name, { effect, title, ...ask, ...fieldsOf(server, name) }]];
		}),
	);
	const isTitled = Object.values(tools).every(({ title }) => title !== "" && title.length <= 60);
	const values = { revision: textOf(form, "revision") };
	if (!isTitled) return returned<CheckState>({ values, problem: "tool-title", typed, listed });
	const saved = await saveTools(
		staff,
		form,
		asked,
		withToolServer(written, server.key, { ...server, tools }),
		{
			act: "tools-allowed",
			before: summary(server.tools),
			after: `${server.title}: ${summary(tools)}`,
			values,
			cause: "tools-saved",
		},
	);
	return "data" in saved ? withChosen(form, saved) : saved;
}

/** The names of a tool's arguments, which stay as they are: the screen has no field for them. */
function fieldsOf({ tools }: WrittenToolServer, name: string): Pick<WrittenTool, "fields"> {
	const fields = Object.hasOwn(tools, name) ? tools[name]?.fields : undefined;
	return fields ? { fields } : {};
}

function summary(tools: WrittenToolServer["tools"]): string {
	const allowed = Object.entries(tools).map(
		([name, { effect, ask }]) => `${name} ${effect}${ask === false ? " без вопроса" : ""}`,
	);
	return cutText(allowed.join(", "), 2_000) || "ничего";
}
