import { useTranslation } from "react-i18next";
import { data, href } from "react-router";
import { requireAccount } from "../accounts/http/guards.server.ts";
import texts from "../i18n/ru/faq.ts";
import { drawIcons } from "../icons/draw-icons.server.ts";
import { appName } from "../operator/look/look-in-force.server.ts";
import { PRIVATE, routeHeaders } from "../platform/http/http.server.ts";
import { listedPage } from "../shell/page/listed-page.ts";
import type { PageHandle } from "../shell/page/page-handle.ts";
import { PageStyle } from "../shell/page/page-style.tsx";
import type { Route } from "./+types/faq";
import { AskInChat } from "./faq/ask-in-chat.tsx";
import { CategoryNav } from "./faq/category-nav.tsx";
import css from "./faq/faq.css?inline";
import { readAnswers } from "./faq/faq-answers.server.ts";
import { NothingFound } from "./faq/nothing-found.tsx";
import { Question } from "./faq/question.tsx";
import { SearchForm } from "./faq/search-form.tsx";

export const handle = { page: "static", listed: true } satisfies PageHandle;
export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];
export const meta: Route.MetaFunction = ({ matches }) =>
	listedPage(matches, { title: texts.title, description: texts.description, path: href("/FAQ") });

export async function loader({ request }: Route.LoaderArgs) {
	const answers = readAnswers(new URL(request.url).searchParams.get("q"));
	const icons = await drawIcons(answers.categories.map(({ icon }) => icon));
	return data({ ...answers, icons, appName: appName() }, { headers: PRIVATE });
}

export default function Faq({ loaderData }: Route.ComponentProps) {
	const { t } = useTranslation("faq");
	const { query, count, total, categories, sections, icons, appName } = loaderData;
	return (
		<main id="main" className="page-wrap faq" tabIndex={-1}>
			<PageStyle css={css} />
			<div className="faq-head">
				<h1>{t("title")}</h1>
				<p>{t("lead")}</p>
				<SearchForm query={query} />
			</div>
			<div className="faq-grid">
				<CategoryNav {...{ categories, total, icons }} searching={query !== ""} />
				<div className="faq-sections">
					{query !== "" && count > 0 && <p className="eyebrow">{t("found", { count, query })}</p>}
					{count === 0 && <NothingFound query={query} />}
					{sections.map(({ id, name, questions }, section) => (
						<section key={id} aria-labelledby={id}>
							<h2 id={id} className="card-title">
								{name}
							</h2>
							<div className="card">
								{questions.map((question, i) => (
									<Question key={question.slug} {...question} open={section === 0 && i === 0} />
								))}
							</div>
						</section>
					))}
					<AskInChat query={query} appName={appName} />
				</div>
			</div>
		</main>
	);
}
