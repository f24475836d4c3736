import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Cell, ColumnHeader, TableBody, TableHead, TableRow } from "../../../ui/table.tsx";
import { EmptyList } from "../empty.tsx";
import { Found } from "../found.tsx";
import { Pager } from "../pager.tsx";
import { AdminTable } from "../table.tsx";
import type { LoadedNewsletters } from "./load-news.server.ts";
import { newsletterPath } from "./news-path.ts";
import { NewsletterState } from "./newsletter-state.tsx";

const NEWS = href("/admin/news");

/** The newsletters, the newest first. */
export function NewsList({ newsletters, found, next, isFirst }: LoadedNewsletters) {
	const { t } = useTranslation("admin");
	return (
		<>
			<div className="adm-head">
				<h1>{t("news.title")}</h1>
				<div className="adm-acts">
					{newsletters.length > 0 && (
						<LinkButton to={`${NEWS}?format=csv`} icon="tray-arrow-down">
							{t("pay.csv")}
						</LinkButton>
					)}
					<LinkButton to={`${NEWS}?do=new`} variant="primary" icon="plus">
						{t("news.new.title")}
					</LinkButton>
				</div>
			</div>
			<p className="adm-lead">{t("news.lead")}</p>
			<Card padding="none" aria-label={t("news.title")}>
				{newsletters.length > 0 && <Found {...found} />}
				{newsletters.length === 0 ? (
					<EmptyList icon="email-fast-outline" none={t("news.none")} all={isFirst ? null : NEWS} />
				) : (
					<AdminTable caption={t("news.title")}>
						<TableHead>
							<TableRow>
								<ColumnHeader>{t("news.subject")}</ColumnHeader>
								<ColumnHeader>{t("news.made")}</ColumnHeader>
								<ColumnHeader className="t-num">{t("news.written")}</ColumnHeader>
								<ColumnHeader>{t("news.state")}</ColumnHeader>
							</TableRow>
						</TableHead>
						<TableBody>
							{newsletters.map(({ id, subject, state, sent, queued, madeAt }) => (
								<TableRow key={id}>
									<Cell>
										<a className="t-link" href={newsletterPath(id)}>
											{subject}
										</a>
									</Cell>
									<Cell>{madeAt}</Cell>
									<Cell className="t-num" data-label={t("news.written")}>
										{state === "draft" ? "—" : t("news.writtenOf", { sent, queued })}
									</Cell>
									<Cell>
										<NewsletterState state={state} />
									</Cell>
								</TableRow>
							))}
						</TableBody>
					</AdminTable>
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
