import { useTranslation } from "react-i18next";
import { Card, CardTitle } from "../../../ui/card.tsx";
import type { EventView } from "../load/load-events.server.ts";

/** Recent events of the account. */
export function Events({ events }: { events: EventView[] }) {
	const { t } = useTranslation("account");
	return (
		<Card id="events" aria-labelledby="events-heading">
			<CardTitle id="events-heading" sub={events.length > 0 ? t("events.text") : t("events.empty")}>
				{t("events.title")}
			</CardTitle>
			<ul className="rows events">
				{events.map(({ id, kind, from, at }) => (
					<li key={id}>
						<span className="row-text">
							<b>{t(`events.kinds.${kind}`)}</b>{" "}
							<span>
								{from
									? [from.device ?? t("devices.unknown"), from.network].join(" · ")
									: t("events.operator")}
							</span>
						</span>{" "}
						<span className="event-time">{at}</span>
					</li>
				))}
			</ul>
		</Card>
	);
}
