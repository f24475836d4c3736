import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Cell, ColumnHeader, TableBody, TableHead, TableRow } from "../../../ui/table.tsx";
import { EmptyList } from "../empty.tsx";
import { Found } from "../found.tsx";
import { Pager } from "../pager.tsx";
import { AdminTable } from "../table.tsx";
import type { LoadedFeedback } from "./load-feedback.server.ts";

const FEEDBACK = href("/admin/feedback");
const SHOWN = ["down", "up", "commented"] as const;
const COLUMNS = ["when", "person", "rating", "comment", "model"] as const;

/** How people have rated answers, and what they said to it. */
export function FeedbackPage({ show, ratings, found, next, isFirst }: LoadedFeedback) {
	const { t } = useTranslation("admin");
	const page = (query: Record<string, string>) => `${FEEDBACK}?${new URLSearchParams({ show, ...query })}`;
	return (
		<>
			<div className="adm-head">
				<h1>{t("feedback.title")}</h1>
				<div className="adm-acts">
					<LinkButton to={href("/admin/shown")} icon="eye-outline">
						{t("shown.title")}
					</LinkButton>
					{ratings.length > 0 && (
						<LinkButton to={page({ format: "csv" })} icon="tray-arrow-down">
							{t("feedback.csv")}
						</LinkButton>
					)}
				</div>
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
				{ratings.length > 0 && <Found {...found} />}
				{ratings.length === 0 ? (
					<EmptyList icon="thumb-down-outline" none={t("feedback.none")} all={isFirst ? null : page({})} />
				) : (
					<AdminTable caption={t("feedback.title")}>
						<TableHead>
							<TableRow>
								{COLUMNS.map((column) => (
									<ColumnHeader key={column}>{t(`feedback.${column}`)}</ColumnHeader>
								))}
							</TableRow>
						</TableHead>
						<TableBody>
							{ratings.map((rating) => (
								<Rating key={rating.id} {...rating} />
							))}
						</TableBody>
					</AdminTable>
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
		<TableRow>
			<Cell>{at}</Cell>
			<Cell>
				{who === null ? (
					t("feedback.deleted")
				) : (
					<a className="t-link" href={`${href("/admin/people")}?account=${accountId}`}>
						{who}
					</a>
				)}
			</Cell>
			<Cell>{t(`feedback.ratings.${rating}`)}</Cell>
			<Cell>{comment ?? <small>{t("feedback.noComment")}</small>}</Cell>
			<Cell data-label={t("feedback.model")}>{model}</Cell>
		</TableRow>
	);
}
