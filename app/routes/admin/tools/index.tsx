import { data, href } from "react-router";
import { staffWith } from "../../../accounts/http/staff-guards.server.ts";
import texts from "../../../i18n/ru/admin.ts";
import { readForm } from "../../../platform/http/forms.server.ts";
import { notFound, routeHeaders } from "../../../platform/http/http.server.ts";
import type { PageHandle } from "../../../shell/page/page-handle.ts";
import { PageStyle } from "../../../shell/page/page-style.tsx";
import { pageTitle } from "../../../shell/page/page-title.ts";
import { searchLock, toolsFileRead, toolsLock } from "../../../tools/stored/stored-tools.server.ts";
import { readDone } from "../confirm/done.server.ts";
import type { AdminFormState } from "../confirm/form-state.ts";
import { proofNeeded } from "../confirm/prove.server.ts";
import { DoneBanner } from "../done-banner.tsx";
import { RemovePage } from "../settings/remove-page.tsx";
import { locked, sectionState, takeSection } from "../settings/section-state.server.ts";
import { refuseSecret, sendSection } from "../settings/send-section.server.ts";
import { TakePage } from "../settings/take-page.tsx";
import type { Route } from "./+types/index";
import { AllowPage } from "./allow-page.tsx";
import { askForTools, type CheckState, saveAllowed, sendToolsCode, trySearch } from "./allow-tools.server.ts";
import { loadSearch, loadServer, loadTools, toolsSection } from "./load-tools.server.ts";
import { OwnPage } from "./own-page.tsx";
import { saveSearch } from "./save-search.server.ts";
import { removeServer, saveServer } from "./save-server.server.ts";
import { saveOwn } from "./save-tools.server.ts";
import { SearchCheckPage } from "./search-check-page.tsx";
import { SearchPage } from "./search-page.tsx";
import { ServerPage } from "./server-page.tsx";
import css from "./tools.css?inline";
import { ToolsPage } from "./tools-page.tsx";

const TOOLS = href("/admin/tools");

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [sendSection(toolsSection)];
export const meta: Route.MetaFunction = ({ matches }) =>
	pageTitle(matches, `${texts.tools.title} — ${texts.title}`);

/** The search, own tools, MCP servers, limits of documents; with `do` the page of an act. */
export async function loader(args: Route.LoaderArgs) {
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const doing = query.get("do");
	const staff = staffWith(doing === null ? "settings" : "tools", args);
	refuseSecret(staff, args, toolsSection);
	const { done, init } = await readDone(args);
	const nothing = () => notFound(pathname + search);
	// A section that is set elsewhere is shown without forms; its servers can be checked, and a file be taken over.
	const asks = doing === "check" || doing === "allow" || doing === "take";
	const isLocked = !asks && (doing === "search" ? searchLock() : toolsLock()) !== null;
	const isKnown = doing !== null && ACTS.has(doing);
	if (doing === null || (isLocked && isKnown))
		return data({ page: "list", done, ...(await loadTools(staff)) } as const, init);
	switch (doing) {
		case "search":
			return data({ page: "search", done, ...(await loadSearch(staff, args)) } as const, init);
		case "check": {
			const needed = await proofNeeded(staff, args);
			return data({ page: "check", done, ...(await loadSearch(staff, args)), needed } as const, init);
		}
		case "own": {
			const needed = await proofNeeded(staff, args);
			return data({ page: "own", done, ...(await loadTools(staff)), needed } as const, init);
		}
		case "server": {
			const loaded = (await loadServer(staff, query.get("server"), args)) ?? nothing();
			return data({ page: "server", done, ...loaded } as const, init);
		}
		case "allow": {
			const loaded = (await loadServer(staff, query.get("server") ?? "", args)) ?? nothing();
			return data({ page: "allow", done, ...loaded, needed: loaded.usual } as const, init);
		}
		case "remove": {
			const loaded = (await loadServer(staff, query.get("server") ?? "", args)) ?? nothing();
			const { server, source, usual: needed } = loaded;
			const name = server?.title ?? nothing();
			return data({ page: "remove", done, name, search, source, needed } as const, init);
		}
		case "take": {
			const source = sectionState("tools", toolsFileRead);
			if (source.lock === "CONFIG_SCREENS")
				return data({ page: "list", done, ...(await loadTools(staff)) } as const, init);
			if (!source.mayTake) return nothing();
			return data({ page: "take", done, source, needed: await proofNeeded(staff, args) } as const, init);
		}
		default:
			return nothing();
	}
}

const ACTS = new Set(["search", "own", "server", "remove"]);

export async function action(args: Route.ActionArgs) {
	const staff = staffWith("tools", args);
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const form = await readForm(args.request);
	switch (query.get("do")) {
		case "search":
			return saveSearch(staff, form, args);
		case "check":
			return trySearch(staff, form, args);
		case "own":
			return saveOwn(staff, form, args);
		case "server":
			return saveServer(staff, form, args);
		case "allow": {
			const intent = form.get("intent");
			if (intent === "send-code") return sendToolsCode(staff, form, args);
			return intent === "save" ? saveAllowed(staff, form, args) : askForTools(staff, form, args);
		}
		case "remove":
			return removeServer(staff, form, args);
		case "take":
			return takeSection(staff, form, args, { ...toolsSection, to: TOOLS });
		default: {
			const lock = toolsLock();
			return lock && query.get("do") === null ? locked(lock) : notFound(pathname + search);
		}
	}
}

export default function ToolsScreen({ loaderData, actionData }: Route.ComponentProps) {
	const { page, done } = loaderData;
	const state: CheckState | undefined = actionData;
	const plain: AdminFormState | undefined = actionData;
	return (
		<main id="main" className="adm-main" tabIndex={-1}>
			<PageStyle css={css} />
			<DoneBanner done={done} />
			{page === "list" && <ToolsPage {...loaderData} state={plain} />}
			{page === "search" && <SearchPage {...loaderData} state={plain} />}
			{page === "check" && <SearchCheckPage {...loaderData} state={state} />}
			{page === "own" && <OwnPage {...loaderData} state={plain} />}
			{page === "server" && <ServerPage {...loaderData} state={plain} />}
			{page === "allow" && <AllowPage {...loaderData} state={state} />}
			{page === "remove" && (
				<RemovePage
					{...loaderData}
					section={[TOOLS, texts.tools.title]}
					title={texts.models.remove}
					action={TOOLS + loaderData.search}
					text={texts.tools.removeText}
					state={plain}
				/>
			)}
			{page === "take" && (
				<TakePage
					section={[TOOLS, texts.tools.title]}
					source={loaderData.source}
					needed={loaderData.needed}
					state={plain}
				/>
			)}
		</main>
	);
}
