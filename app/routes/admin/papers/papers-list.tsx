import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon } from "../../../icons/icon.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import { Cell, ColumnHeader, TableBody, TableHead, TableRow } from "../../../ui/table.tsx";
import { AdminTable } from "../table.tsx";
import { EditionState } from "./edition-state.tsx";
import type { LoadedPaper, LoadedPapers } from "./load-papers.server.ts";
import { editionPath, paperActPath } from "./paper-path.ts";

/** What an edition is compared with: the older one stands on the left. */
const SIDES = {
	current: (): Record<string, string> => ({}),
	later: (b: string) => ({ b }),
	old: (a: string) => ({ a }),
	off: (b: string) => ({ b }),
};
const COLUMNS = ["edition", "inForce", "facts", "state"] as const;

/** The legal documents with their editions. */
export function PapersList({ papers, lock, mayChange, most }: LoadedPapers) {
	const { t } = useTranslation("admin");
	const missing = papers.filter((paper) => paper.missing > 0);
	return (
		<>
			<div className="adm-head">
				<h1>{t("papers.title")}</h1>
			</div>
			<p className="adm-lead">{t("papers.lead")}</p>
			{lock && (
				<Banner tone="info" icon="lock-outline">
					{t("look.lockedByVariable", { name: lock })}
				</Banner>
			)}
			{missing.length > 0 && (
				<Banner tone="warning" title={t("papers.unfilled")}>
					{missing
						.map(({ kind, missing: count }) =>
							t("papers.unfilledOf", { paper: t(`papers.kinds.${kind}`), count }),
						)
						.join("; ")}
					. {t("papers.unfilledNote")}{" "}
					<a className="link" href={href("/admin/details")}>
						{t("details.title")}
					</a>
				</Banner>
			)}
			<div className="papers">
				{papers.map((paper) => (
					<Paper key={paper.kind} {...paper} mayChange={mayChange && !lock} most={most} />
				))}
			</div>
		</>
	);
}

function Paper({
	kind,
	draft,
	editions,
	mayChange,
	most,
}: LoadedPaper & { mayChange: boolean; most: number }) {
	const { t } = useTranslation("admin");
	const id = `paper-${kind}`;
	const name = t(`papers.kinds.${kind}`);
	return (
		<Card padding="none" aria-labelledby={id}>
			<div className="sec-head">
				<CardTitle id={id}>{name}</CardTitle>
				{mayChange && !draft && (
					<LinkButton
						to={paperActPath(kind, "edit")}
						icon="pencil-outline"
						aria-label={t("papers.newOf", { paper: name })}
					>
						{t("papers.new")}
					</LinkButton>
				)}
			</div>
			<AdminTable caption={t("papers.editionsOf", { paper: name })}>
				<TableHead>
					<TableRow>
						{COLUMNS.map((column) => (
							<ColumnHeader key={column}>{t(`papers.${column}`)}</ColumnHeader>
						))}
						<ColumnHeader>
							<span className="sr-only">{t("papers.acts")}</span>
						</ColumnHeader>
					</TableRow>
				</TableHead>
				<TableBody>
					{draft && (
						<TableRow>
							<Cell>
								<a className="t-link" href={editionPath(kind, "draft")}>
									{t("papers.draft", { number: draft.number })}
								</a>
							</Cell>
							<Cell>{t("papers.noDay")}</Cell>
							<Cell>
								{draft.changedBy
									? t("papers.changedBy", { at: draft.changedAt, who: draft.changedBy })
									: t("papers.changedAt", { at: draft.changedAt })}
							</Cell>
							<Cell>
								<span className="chip">
									<Icon name="pencil-outline" />
									{t("papers.states.draft")}
								</span>
							</Cell>
							<Cell>
								<LinkButton
									to={editionPath(kind, "draft")}
									variant="tonal"
									aria-label={t("papers.openOf", { paper: name })}
								>
									{t("papers.open")}
								</LinkButton>
							</Cell>
						</TableRow>
					)}
					{editions.map((edition) => (
						<Edition
							key={edition.version}
							{...edition}
							kind={kind}
							most={most}
							canCompare={editions.length > 1 || draft !== null}
						/>
					))}
				</TableBody>
			</AdminTable>
		</Card>
	);
}

type EditionProps = LoadedPaper["editions"][number] & {
	kind: LoadedPaper["kind"];
	most: number;
	canCompare: boolean;
};

function Edition({ kind, most, canCompare, ...edition }: EditionProps) {
	const { t } = useTranslation("admin");
	const { number, version, state, from, until, agreed, missing } = edition;
	const count = agreed ?? 0;
	const period = (first: string, last: string) =>
		first === last ? first : t("look.period", { from: first, until: last });
	const facts = [
		...(agreed === null
			? []
			: [count > most ? t("papers.agreedMore", { most }) : t("papers.agreed", { count })]),
		...(missing > 0 ? [t("papers.places", { count: missing })] : []),
	];
	return (
		<TableRow>
			<Cell>
				<a className="t-link" href={editionPath(kind, version)}>
					{t("papers.number", { number })}
				</a>
			</Cell>
			<Cell>{until === null ? t("papers.since", { from }) : period(from, until)}</Cell>
			<Cell>{facts.join(" · ") || "—"}</Cell>
			<Cell>
				<EditionState state={state} isUnfilled={missing > 0} />
			</Cell>
			<Cell>
				{canCompare && (
					<a
						className="link"
						href={`${paperActPath(kind, "compare")}&${new URLSearchParams(SIDES[state](version))}`}
						aria-label={t("papers.compareOf", { number })}
					>
						{t("papers.compare")}
					</a>
				)}
			</Cell>
		</TableRow>
	);
}
