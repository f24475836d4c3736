import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { PaymentState } from "../payments/state-chip.tsx";
import { Section } from "../section.tsx";
import type { LoadedPerson } from "./load-person.server.ts";

/** The last payments. */
export function PersonPayments({ purchases }: Pick<LoadedPerson, "purchases">) {
	const { t } = useTranslation("admin");
	if (purchases.length === 0) return <Section title={t("person.payments")}>{t("person.noPayments")}</Section>;
	return (
		<Section title={t("person.payments")} flush>
			<table className="table-adm">
				<caption className="sr-only">{t("person.payments")}</caption>
				<thead>
					<tr>
						<th scope="col">{t("person.date")}</th>
						<th scope="col">{t("person.what")}</th>
						<th scope="col">{t("people.state")}</th>
						<th scope="col" className="t-num">
							{t("person.sum")}
						</th>
					</tr>
				</thead>
				<tbody>
					{purchases.map(({ id, createdAt, title, state, amount }) => (
						<tr key={id}>
							<td>{createdAt}</td>
							<td>
								<a className="t-link" href={`${href("/admin/payments")}?payment=${id}`}>
									{title}
								</a>{" "}
								<small className="mono">{id}</small>
							</td>
							<td className="t-end">
								<PaymentState state={state} />
							</td>
							<td className="t-num">{amount}</td>
						</tr>
					))}
				</tbody>
			</table>
		</Section>
	);
}

/** The open sessions, the last seen first. */
export function PersonSessions({ sessions }: Pick<LoadedPerson, "sessions">) {
	const { t } = useTranslation("admin");
	if (sessions.length === 0) return <Section title={t("person.sessions")}>{t("person.noSessions")}</Section>;
	return (
		<Section title={t("person.sessions")} flush>
			<table className="table-adm">
				<caption className="sr-only">{t("person.sessions")}</caption>
				<thead>
					<tr>
						<th scope="col">{t("person.device")}</th>
						<th scope="col">{t("person.network")}</th>
						<th scope="col">{t("people.seen")}</th>
					</tr>
				</thead>
				<tbody>
					{sessions.map(({ id, device, network, seenAt }) => (
						<tr key={id}>
							<td>{device ?? t("person.unknownDevice")}</td>
							<td>{network}</td>
							<td>{seenAt}</td>
						</tr>
					))}
				</tbody>
			</table>
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
				{events.map(({ id, kind, at, network }) => (
					<li key={id}>
						<b>{t(`account:events.kinds.${kind}`)}</b>{" "}
						<small>
							{at} · {network ?? t("account:events.operator")}
						</small>
					</li>
				))}
			</ol>
		</Section>
	);
}
