import { data, href } from "react-router";
import { staffWith } from "../../../accounts/http/staff-guards.server.ts";
import { modelsLock } from "../../../chat/providers/stored/stored-models.server.ts";
import texts from "../../../i18n/ru/admin.ts";
import { readForm } from "../../../platform/http/forms.server.ts";
import { notFound, routeHeaders } from "../../../platform/http/http.server.ts";
import type { PageHandle } from "../../../shell/page/page-handle.ts";
import { PageStyle } from "../../../shell/page/page-style.tsx";
import { pageTitle } from "../../../shell/page/page-title.ts";
import { readDone } from "../confirm/done.server.ts";
import type { AdminFormState } from "../confirm/form-state.ts";
import { proofNeeded } from "../confirm/prove.server.ts";
import { DoneBanner } from "../done-banner.tsx";
import { RemovePage } from "../settings/remove-page.tsx";
import { takeSection } from "../settings/section-state.server.ts";
import { refuseSecret, sendSection } from "../settings/send-section.server.ts";
import { TakePage } from "../settings/take-page.tsx";
import type { Route } from "./+types/index";
import { CheckPage } from "./check-page.tsx";
import { type CheckState, check } from "./check-server.server.ts";
import { LastOn } from "./last-on.tsx";
import { loadModel, loadModels, loadServer, modelsSection } from "./load-models.server.ts";
import { ModelPage } from "./model-page.tsx";
import css from "./models.css?inline";
import { ModelsList } from "./models-list.tsx";
import { PRESET_NAMES } from "./presets.ts";
import { addModels, removeModel, reorder, saveModel } from "./save-model.server.ts";
import { removeServer, saveServer } from "./save-server.server.ts";
import { ServerPage } from "./server-page.tsx";

const MODELS = href("/admin/models");

export const handle = {
	page: "static",
	// Certificates may be long.
	limits: { bodyBytes: 320 * 1024 },
} satisfies PageHandle;
export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [sendSection(modelsSection)];
export const meta: Route.MetaFunction = ({ matches }) =>
	pageTitle(matches, `${texts.models.title} — ${texts.title}`);

/** The servers and their models; with `do` the page of an act on a server (`server`) or on a model (`model`). */
export async function loader(args: Route.LoaderArgs) {
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const doing = query.get("do");
	const staff = staffWith(doing === null ? "settings" : "models", args);
	refuseSecret(staff, args, modelsSection);
	const { done, init } = await readDone(args);
	const nothing = () => notFound(pathname + search);
	// A section that is set elsewhere is shown without forms; its servers can be checked, and a file be taken over.
	const isLocked = modelsLock() !== null && doing !== "take" && doing !== "check";
	if (doing === null || isLocked)
		return data({ page: "list", done, ...(await loadModels(staff)) } as const, init);
	switch (doing) {
		case "server": {
			const preset = PRESET_NAMES.find((name) => name === query.get("preset")) ?? "yandex";
			const loaded = (await loadServer(staff, query.get("server"), args)) ?? nothing();
			return data({ page: "server", done, preset, ...loaded } as const, init);
		}
		case "model":
			return data(
				{ page: "model", done, ...((await loadModel(staff, query, args)) ?? nothing()) } as const,
				init,
			);
		case "remove": {
			const model = query.has("model") ? ((await loadModel(staff, query, args)) ?? nothing()) : null;
			const loaded = model ? null : ((await loadServer(staff, query.get("server") ?? "", args)) ?? nothing());
			const name = model
				? (model.model?.title ?? model.model?.id ?? nothing())
				: (loaded?.server?.title ?? nothing());
			const { source, without, needed } = model ?? loaded ?? nothing();
			return data(
				{ page: "remove", done, isModel: model !== null, name, search, source, without, needed } as const,
				init,
			);
		}
		case "check": {
			const loaded = (await loadServer(staff, query.get("server") ?? "", args)) ?? nothing();
			return data({ page: "check", done, ...loaded, needed: await proofNeeded(staff, args) } as const, init);
		}
		case "take": {
			const loaded = await loadModels(staff);
			if (!loaded.source.mayTake)
				return modelsLock() === null ? nothing() : data({ page: "list", done, ...loaded } as const, init);
			const needed = await proofNeeded(staff, args);
			return data({ page: "take", done, source: loaded.source, needed } as const, init);
		}
		default:
			return nothing();
	}
}

export async function action(args: Route.ActionArgs) {
	const staff = staffWith("models", args);
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const form = await readForm(args.request);
	switch (query.get("do")) {
		case null:
			return reorder(staff, form, args);
		case "server":
			return saveServer(staff, form, args);
		case "model":
			return saveModel(staff, form, args);
		case "remove":
			return query.has("model") ? removeModel(staff, form, args) : removeServer(staff, form, args);
		case "check":
			return form.has("add") || form.get("intent") === "add"
				? addModels(staff, form, args)
				: check(staff, form, args);
		case "take":
			return takeSection(staff, form, args, { ...modelsSection, to: MODELS });
		default:
			return notFound(pathname + search);
	}
}

export default function Models({ loaderData, actionData }: Route.ComponentProps) {
	const { page, done } = loaderData;
	const state: CheckState | undefined = actionData;
	const plain: AdminFormState | undefined = actionData;
	return (
		<main id="main" className="adm-main" tabIndex={-1}>
			<PageStyle css={css} />
			<DoneBanner done={done} />
			{page === "list" && <ModelsList {...loaderData} state={plain} />}
			{page === "server" && <ServerPage {...loaderData} state={plain} />}
			{page === "model" && <ModelPage {...loaderData} state={plain} />}
			{page === "remove" && (
				<RemovePage
					{...loaderData}
					section={[MODELS, texts.models.title]}
					title={loaderData.isModel ? texts.models.removeModel : texts.models.remove}
					action={MODELS + loaderData.search}
					text={loaderData.isModel ? texts.models.removeModelText : texts.models.removeText}
					state={plain}
				>
					<LastOn act="remove" without={loaderData.without} />
				</RemovePage>
			)}
			{page === "check" && <CheckPage {...loaderData} state={state} />}
			{page === "take" && (
				<TakePage
					section={[MODELS, texts.models.title]}
					source={loaderData.source}
					needed={loaderData.needed}
					state={plain}
				/>
			)}
		</main>
	);
}
