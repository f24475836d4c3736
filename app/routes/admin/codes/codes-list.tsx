import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Cell, ColumnHeader, TableBody, TableHead, TableRow } from "../../../ui/table.tsx";
import { EmptyList } from "../empty.tsx";
import { Found } from "../found.tsx";
import { Pager } from "../pager.tsx";
import { SearchForm } from "../search-form.tsx";
import { AdminTable } from "../table.tsx";
import { CodeState, useWindowText } from "./code-texts.tsx";
import type { LoadedCodes, PromoCodeView } from "./load-codes.server.ts";

const CODES = href("/admin/codes");
const COLUMNS = ["code", "gives", "plans", "when", "used", "state"] as const;

/** The promo codes, the newest first, or those that the search has found. */
export function CodesList({ codes, found, search, next, isFirst, mayChange }: LoadedCodes) {
	const { t } = useTranslation("admin");
	const page = (query: Record<string, string>) =>
		`${CODES}?${new URLSearchParams({ ...(search && { q: search }), ...query })}`;
	return (
		<>
			<div className="adm-head">
				<h1>{t("codes.title")}</h1>
				<div className="adm-acts">
					<LinkButton to={page({ format: "csv" })} icon="tray-arrow-down">
						{t("pay.csv")}
					</LinkButton>
					{mayChange && (
						<LinkButton to={`${CODES}?do=new`} variant="primary" icon="plus">
							{t("codes.new.title")}
						</LinkButton>
					)}
				</div>
			</div>
			<Card padding="none" aria-label={t("codes.title")}>
				<SearchForm action={CODES} label={t("codes.code")} value={search} maxLength={24} />
				{codes.length > 0 && <Found {...found} />}
				{codes.length === 0 ? (
					<EmptyList
						icon="ticket-percent-outline"
						none={t("codes.none")}
						search={search}
						all={search || !isFirst ? CODES : null}
					/>
				) : (
					<AdminTable caption={t("codes.title")}>
						<TableHead>
							<TableRow>
								{COLUMNS.map((column) => (
									<ColumnHeader key={column} className={column === "used" ? "t-num" : undefined}>
										{t(`codes.${column}`)}
									</ColumnHeader>
								))}
							</TableRow>
						</TableHead>
						<TableBody>
							{codes.map((code) => (
								<Code key={code.code} {...code} />
							))}
						</TableBody>
					</AdminTable>
				)}
				<Pager count={codes.length} first={isFirst ? null : page({})} next={next && page({ after: next })} />
			</Card>
		</>
	);
}

function Code(code: PromoCodeView) {
	const { t } = useTranslation("admin");
	return (
		<TableRow>
			<Cell>
				<a className="t-link mono" href={`${CODES}?code=${encodeURIComponent(code.code)}`}>
					{code.code}
				</a>
			</Cell>
			<Cell>{code.firstOnly ? t("codes.firstOnly", { gives: code.gives }) : code.gives}</Cell>
			<Cell data-label={t("codes.plans")}>
				{code.plans === null
					? t("codes.allPlans")
					: code.plans
							.map(({ title, days }) =>
								days === null
									? title
									: t("grant.planDays", { plan: title, days: t("pay.days", { count: days }) }),
							)
							.join("; ")}
			</Cell>
			<Cell>{useWindowText(code)}</Cell>
			<Cell className="t-num" data-label={t("codes.used")}>
				{code.maxUses === null ? code.used : t("codes.usedOf", { used: code.used, most: code.maxUses })}
			</Cell>
			<Cell>
				<CodeState state={code.state} />
			</Cell>
		</TableRow>
	);
}
