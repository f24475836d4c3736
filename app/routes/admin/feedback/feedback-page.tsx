import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Pager } from "../pager.tsx";
import type { LoadedFeedback } from "./load-feedback.server.ts";

const FEEDBACK = href("/admin/feedback");
const SHOWN = ["down", "up", "commented"] as const;
const COLUMNS = ["when", "person", "rating", "comment", "model"] as const;

/** How people have rated answers, and what they said to it. */
export function FeedbackPage({ show, ratings, next, isFirst }: LoadedFeedback) {
	const { t } = useTranslation("admin");
	const page = (query: Record<string, string>) => `${FEEDBACK}?${new URLSearchParams({ show, ...query })}`;
	return (
		<>
			<div className="adm-head">
				<h1>{t("feedback.title")}</h1>
				{ratings.length > 0 && (
					<div className="adm-acts">
						<LinkButton to={page({ format: "csv" })} icon="tray-arrow-down">
							{t("feedback.csv")}
						</LinkButton>
					</div>
				)}
			</div>
			<p className="adm-lead">{t("feedback.lead")}</p>
			<nav className="segmented" aria-label={t("feedback.filter")}>
				{SHOWN.map((one) => (
					<a key={one} href={`${FEEDBACK}?show=${one}`} aria-current={one === show ? "true" : undefined}>
						{t(`feedback.${one}`)}
					</a>
				))}
			</nav>
			<Card padding="none" className="ratings" aria-label={t("feedback.title")}>
				{ratings.length === 0 ? (
					<p className="found" role="status">
						{t("feedback.none")}
					</p>
				) : (
					<table className="table-adm">
						<caption className="sr-only">{t("feedback.title")}</caption>
						<thead>
							<tr>
								{COLUMNS.map((column) => (
									<th key={column} scope="col">
										{t(`feedback.${column}`)}
									</th>
								))}
							</tr>
						</thead>
						<tbody>
							{ratings.map((rating) => (
								<Rating key={rating.id} {...rating} />
							))}
						</tbody>
					</table>
				)}
				<Pager
					count={ratings.length}
					first={isFirst ? null : page({})}
					next={next === null ? null : page({ after: next })}
				/>
			</Card>
		</>
	);
}

function Rating({ accountId, who, model, rating, comment, at }: LoadedFeedback["ratings"][0]) {
	const { t } = useTranslation("admin");
	return (
		<tr>
			<td>{at}</td>
			<td>
				{who === null ? (
					t("feedback.deleted")
				) : (
					<a className="t-link" href={`${href("/admin/people")}?account=${accountId}`}>
						{who}
					</a>
				)}
			</td>
			<td>{t(`feedback.ratings.${rating}`)}</td>
			<td>{comment ?? <small>{t("feedback.noComment")}</small>}</td>
			<td data-label={t("feedback.model")}>{model}</td>
		</tr>
	);
}
