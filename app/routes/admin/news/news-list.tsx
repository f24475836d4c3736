import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Pager } from "../pager.tsx";
import type { LoadedNewsletters } from "./load-news.server.ts";
import { newsletterPath } from "./news-path.ts";
import { NewsletterState } from "./newsletter-state.tsx";

const NEWS = href("/admin/news");

/** The newsletters, the newest first. */
export function NewsList({ newsletters, next, isFirst }: LoadedNewsletters) {
	const { t } = useTranslation("admin");
	return (
		<>
			<div className="adm-head">
				<h1>{t("news.title")}</h1>
				<div className="adm-acts">
					<LinkButton to={`${NEWS}?do=new`} variant="primary" icon="plus">
						{t("news.new.title")}
					</LinkButton>
				</div>
			</div>
			<p className="adm-lead">{t("news.lead")}</p>
			<Card padding="none" aria-label={t("news.title")}>
				{newsletters.length === 0 ? (
					<p className="card-pad" role="status">
						{t("news.none")}
					</p>
				) : (
					<table className="table-adm">
						<caption className="sr-only">{t("news.title")}</caption>
						<thead>
							<tr>
								<th scope="col">{t("news.subject")}</th>
								<th scope="col">{t("news.made")}</th>
								<th scope="col" className="t-num">
									{t("news.written")}
								</th>
								<th scope="col">{t("news.state")}</th>
							</tr>
						</thead>
						<tbody>
							{newsletters.map(({ id, subject, state, sent, queued, madeAt }) => (
								<tr key={id}>
									<td>
										<a className="t-link" href={newsletterPath(id)}>
											{subject}
										</a>
									</td>
									<td>{madeAt}</td>
									<td className="t-num" data-label={t("news.written")}>
										{state === "draft" ? "—" : t("news.writtenOf", { sent, queued })}
									</td>
									<td>
										<NewsletterState state={state} />
									</td>
								</tr>
							))}
						</tbody>
					</table>
				)}
				<Pager
					count={newsletters.length}
					first={isFirst ? null : NEWS}
					next={next && `${NEWS}?after=${encodeURIComponent(next)}`}
				/>
			</Card>
		</>
	);
}
