import { data, href } from "react-router";
import { type Staff, staffWith } from "../../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import texts from "../../../i18n/ru/admin.ts";
import { lookFileRead } from "../../../operator/look/look-in-force.server.ts";
import { config } from "../../../platform/config.server.ts";
import { readForm } from "../../../platform/http/forms.server.ts";
import { notFound, routeHeaders } from "../../../platform/http/http.server.ts";
import type { PageHandle } from "../../../shell/page/page-handle.ts";
import { PageStyle } from "../../../shell/page/page-style.tsx";
import { pageTitle } from "../../../shell/page/page-title.ts";
import fileFieldCss from "../../../ui/file-field.css?inline";
import { readDone } from "../confirm/done.server.ts";
import { DoneBanner } from "../done-banner.tsx";
import { takeSection } from "../settings/section-state.server.ts";
import { sendSection } from "../settings/send-section.server.ts";
import { TakePage } from "../settings/take-page.tsx";
import type { Route } from "./+types/index";
import { announce } from "./announce.server.ts";
import { AnnouncementPage } from "./announcement-page.tsx";
import { EndPage } from "./end-page.tsx";
import { LandingPage } from "./landing-page.tsx";
import { loadAnnouncements, loadLook } from "./load-look.server.ts";
import css from "./look.css?inline";
import { LookPage } from "./look-page.tsx";
import type { LookState } from "./look-state.ts";
import { saveLanding } from "./save-landing.server.ts";
import { saveLook } from "./save-look.server.ts";
import { LookTabs } from "./tabs.tsx";

export const handle = {
	page: "static",
	// A logo has up to 200 KB.
	limits: { bodyBytes: 320 * 1024 },
} satisfies PageHandle;
export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [
	sendSection({ section: "look", file: lookFileRead, right: "branding" }),
];
export const meta: Route.MetaFunction = ({ matches }) =>
	pageTitle(matches, `${texts.look.title} — ${texts.title}`);

const LOOK = href("/admin/look");
const TABS = ["look", "landing", "announcement"] as const;

/** The part of the screen that is asked for; null: none. A role that may not brand comes to the announcements. */
function tabOf(request: Request, staff: Staff) {
	const named = new URL(request.url).searchParams.get("tab");
	const first = mayDo(staff.role, "branding") ? "look" : "announcement";
	return named === null ? first : (TABS.find((tab) => tab === named && tab !== "look") ?? null);
}

/**
 * Name, logo and colour; with `tab=landing` the texts of the home page, with `tab=announcement` the announcements. `do` is
 * the page of an act: `take`, `end`.
 */
export async function loader(args: Route.LoaderArgs) {
	const { searchParams: query, pathname, search } = new URL(args.request.url);
	const tab = tabOf(args.request, staffWith("settings", args));
	if (tab === null) return notFound(pathname + search);
	const staff = staffWith(tab === "announcement" ? "settings" : "branding", args);
	const { done, init } = await readDone(args);
	const frame = { done, mayBrand: mayDo(staff.role, "branding") };
	const doing = query.get("do");
	if (tab === "announcement") {
		const loaded = await loadAnnouncements(staff, args);
		if (doing === null) return data({ page: tab, ...frame, ...loaded } as const, init);
		const ended = loaded.list.find(({ id, state }) => id === query.get("id") && state !== "past");
		staffWith("announcements", args);
		if (doing !== "end" || !ended) return notFound(pathname + search);
		return data({ page: "end", ...frame, ...loaded, ended } as const, init);
	}
	const loaded = await loadLook(staff, args);
	// The page itself says what locks all sections, also after a form that another page sent.
	if (doing === null || !config.configScreens) return data({ page: tab, ...frame, ...loaded } as const, init);
	if (doing !== "take" || tab !== "look" || !loaded.source.mayTake) return notFound(pathname + search);
	return data({ page: "take", ...frame, ...loaded } as const, init);
}

export async function action(args: Route.ActionArgs) {
	const { pathname, search } = new URL(args.request.url);
	const tab = tabOf(args.request, staffWith("settings", args));
	if (tab === null) return notFound(pathname + search);
	const staff = staffWith(tab === "announcement" ? "announcements" : "branding", args);
	const form = await readForm(args.request);
	if (tab === "announcement") return announce(staff, form, args);
	if (new URL(args.request.url).searchParams.get("do") === "take")
		return takeSection(staff, form, args, {
			section: "look",
			file: lookFileRead,
			right: "branding",
			to: LOOK,
		});
	return tab === "look" ? saveLook(staff, form, args) : saveLanding(staff, form, args);
}

export default function Look({ loaderData, actionData }: Route.ComponentProps) {
	const { page, done, mayBrand } = loaderData;
	const state: LookState | undefined = actionData;
	return (
		<main id="main" className="adm-main" tabIndex={-1}>
			<PageStyle css={fileFieldCss + css} />
			<DoneBanner done={done} />
			{page !== "take" && page !== "end" && <LookTabs tab={page} mayBrand={mayBrand} />}
			{page === "look" && <LookPage {...loaderData} state={state} />}
			{page === "landing" && <LandingPage {...loaderData} state={state} />}
			{page === "announcement" && <AnnouncementPage {...loaderData} state={state} />}
			{page === "end" && <EndPage {...loaderData} revision={loaderData.source.revision} state={state} />}
			{page === "take" && (
				<TakePage
					section={[LOOK, texts.look.title]}
					source={loaderData.source}
					needed={loaderData.needed}
					state={state}
				/>
			)}
		</main>
	);
}
