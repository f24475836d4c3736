import { useTranslation } from "react-i18next";
import { Cell, ColumnHeader, TableBody, TableHead, TableRow } from "../../../ui/table.tsx";
import { PurchasesTable } from "../payments/purchases-table.tsx";
import { Section } from "../section.tsx";
import { AdminTable } from "../table.tsx";
import type { LoadedPerson } from "./load-person.server.ts";

/** The last payments. */
export function PersonPayments({ purchases }: Pick<LoadedPerson, "purchases">) {
	const { t } = useTranslation("admin");
	if (purchases.length === 0) return <Section title={t("person.payments")}>{t("person.noPayments")}</Section>;
	return (
		<Section title={t("person.payments")} flush>
			<PurchasesTable caption={t("person.payments")} purchases={purchases} />
		</Section>
	);
}

/** The open sessions, the last seen first. */
export function PersonSessions({ sessions }: Pick<LoadedPerson, "sessions">) {
	const { t } = useTranslation("admin");
	if (sessions.length === 0) return <Section title={t("person.sessions")}>{t("person.noSessions")}</Section>;
	return (
		<Section title={t("person.sessions")} flush>
			<AdminTable caption={t("person.sessions")}>
				<TableHead>
					<TableRow>
						<ColumnHeader>{t("person.device")}</ColumnHeader>
						<ColumnHeader>{t("person.network")}</ColumnHeader>
						<ColumnHeader>{t("people.seen")}</ColumnHeader>
					</TableRow>
				</TableHead>
				<TableBody>
					{sessions.map(({ id, device, network, seenAt }) => (
						<TableRow key={id}>
							<Cell>{device ?? t("person.unknownDevice")}</Cell>
							<Cell>{network}</Cell>
							<Cell>{seenAt}</Cell>
						</TableRow>
					))}
				</TableBody>
			</AdminTable>
		</Section>
	);
}

/** The latest events of the account, as its owner sees them. */
export function PersonEvents({ events }: Pick<LoadedPerson, "events">) {
	const { t } = useTranslation(["admin", "account"]);
	if (events.length === 0) return <Section title={t("person.events")}>{t("person.noEvents")}</Section>;
	return (
		<Section title={t("person.events")}>
			<ol className="story">
				{events.map(({ id, kind, at, network, byOperator }) => (
					<li key={id}>
						<b>{t(`account:events.kinds.${kind}`)}</b>{" "}
						<small>
							{[at, byOperator ? t("account:events.operator") : network].filter(Boolean).join(" · ")}
						</small>
					</li>
				))}
			</ol>
		</Section>
	);
}
