import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon } from "../../../icons/icon.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import { Cell, ColumnHeader, TableBody, TableHead, TableRow } from "../../../ui/table.tsx";
import { AdminTable } from "../table.tsx";
import { editionActPath, editionPath } from "./edition-path.ts";
import { EditionState } from "./edition-state.tsx";
import type { LoadedDocument, LoadedDocuments } from "./load-editions.server.ts";

/** The sides of a comparison, by the state of the edition: the older one stands on the left. */
const SIDES = {
	current: (): Record<string, string> => ({}),
	later: (b: string) => ({ b }),
	old: (a: string) => ({ a }),
	off: (b: string) => ({ b }),
};
const COLUMNS = ["edition", "inForce", "facts", "state"] as const;

/** The legal documents with their editions. */
export function EditionsList({ documents, lock, mayChange, most }: LoadedDocuments) {
	const { t } = useTranslation("admin");
	const missing = documents.filter(({ missing }) => missing > 0);
	return (
		<>
			<div className="adm-head">
				<h1>{t("editions.title")}</h1>
			</div>
			<p className="adm-lead">{t("editions.lead")}</p>
			{lock && (
				<Banner tone="info" icon="lock-outline">
					{t("look.lockedByVariable", { name: lock })}
				</Banner>
			)}
			{missing.length > 0 && (
				<Banner tone="warning" title={t("editions.unfilled")}>
					{missing
						.map(({ kind, missing: count }) =>
							t("editions.unfilledOf", { name: t(`editions.kinds.${kind}`), count }),
						)
						.join("; ")}
					. {t("editions.unfilledNote")}{" "}
					<a className="link" href={href("/admin/details")}>
						{t("details.title")}
					</a>
				</Banner>
			)}
			<div className="editions">
				{documents.map((loaded) => (
					<DocumentEditions key={loaded.kind} {...loaded} mayChange={mayChange && !lock} most={most} />
				))}
			</div>
		</>
	);
}

function DocumentEditions({
	kind,
	draft,
	editions,
	mayChange,
	most,
}: LoadedDocument & { mayChange: boolean; most: number }) {
	const { t } = useTranslation("admin");
	const id = `document-${kind}`;
	const name = t(`editions.kinds.${kind}`);
	return (
		<Card padding="none" aria-labelledby={id}>
			<div className="sec-head">
				<CardTitle id={id}>{name}</CardTitle>
				{mayChange && !draft && (
					<LinkButton
						to={editionActPath(kind, "edit")}
						icon="pencil-outline"
						aria-label={t("editions.newOf", { name: name })}
					>
						{t("editions.new")}
					</LinkButton>
				)}
			</div>
			<AdminTable caption={t("editions.editionsOf", { name: name })}>
				<TableHead>
					<TableRow>
						{COLUMNS.map((column) => (
							<ColumnHeader key={column}>{t(`editions.${column}`)}</ColumnHeader>
						))}
						<ColumnHeader>
							<span className="sr-only">{t("editions.acts")}</span>
						</ColumnHeader>
					</TableRow>
				</TableHead>
				<TableBody>
					{draft && (
						<TableRow>
							<Cell>
								<a className="t-link" href={editionPath(kind, "draft")}>
									{t("editions.draft", { number: draft.number })}
								</a>
							</Cell>
							<Cell>{t("editions.noDay")}</Cell>
							<Cell>
								{draft.changedBy
									? t("editions.changedBy", { at: draft.changedAt, who: draft.changedBy })
									: t("editions.changedAt", { at: draft.changedAt })}
							</Cell>
							<Cell>
								<span className="chip">
									<Icon name="pencil-outline" />
									{t("editions.states.draft")}
								</span>
							</Cell>
							<Cell>
								<LinkButton
									to={editionPath(kind, "draft")}
									variant="tonal"
									aria-label={t("editions.openOf", { name: name })}
								>
									{t("editions.open")}
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

type EditionProps = LoadedDocument["editions"][number] & {
	kind: LoadedDocument["kind"];
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
			: [count > most ? t("editions.agreedMore", { most }) : t("editions.agreed", { count })]),
		...(missing > 0 ? [t("editions.places", { count: missing })] : []),
	];
	return (
		<TableRow>
			<Cell>
				<a className="t-link" href={editionPath(kind, version)}>
					{t("editions.number", { number })}
				</a>
			</Cell>
			<Cell>{until === null ? t("editions.since", { from }) : period(from, until)}</Cell>
			<Cell>{facts.join(" · ") || "—"}</Cell>
			<Cell>
				<EditionState state={state} isUnfilled={missing > 0} />
			</Cell>
			<Cell>
				{canCompare && (
					<a
						className="link"
						href={`${editionActPath(kind, "compare")}&${new URLSearchParams(SIDES[state](version))}`}
						aria-label={t("editions.compareOf", { number })}
					>
						{t("editions.compare")}
					</a>
				)}
			</Cell>
		</TableRow>
	);
}
