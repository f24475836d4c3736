import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Pair } from "../pair.tsx";
import { Section } from "../section.tsx";
import type { OverviewPresent } from "./load-overview.server.ts";

/** The state of this moment; servers and queues for staff who may see them. */
export function Present({ writing, models, server }: OverviewPresent) {
	const { t } = useTranslation("admin");
	return (
		<Section title={t("overview.present.title")}>
			<dl className="pairs">
				<Pair name={t("overview.present.writing")}>
					{server ? t("overview.present.writingOf", { number: writing, limit: server.limit }) : writing}
				</Pair>
				{models.length > 0 && (
					<Pair name={t("overview.present.models")}>
						{models.map(({ title, number }) => t("overview.present.model", { title, number })).join(", ")}
					</Pair>
				)}
				{server && (
					<>
						<Pair name={t("overview.present.streams")}>{server.streams}</Pair>
						<Pair name={t("overview.present.server")}>{t("overview.present.process", server.process)}</Pair>
						<Pair name={t("overview.present.emails")}>
							<a className="link" href={href("/admin/state")}>
								{server.emails.oldest === null
									? server.emails.waiting
									: t("overview.present.emailsSince", {
											number: server.emails.waiting,
											age: server.emails.oldest,
										})}
							</a>
						</Pair>
					</>
				)}
			</dl>
		</Section>
	);
}
