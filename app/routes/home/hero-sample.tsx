import { Trans, useTranslation } from "react-i18next";
import { Icon } from "../../icons/icon.tsx";
import { SampleTable } from "./examples/sample-table.tsx";
import { Talk } from "./examples/talk.tsx";

/** The picture of the chat: to a screen reader one image with a name, since nothing in it is interactive. */
export function HeroSample() {
	const { t } = useTranslation("home");
	const rows = [
		{
			key: "deposit",
			cells: [
				t("hero.deposit"),
				t("hero.depositBefore"),
				<b key="after" className="talk-gain">
					{t("hero.depositAfter")}
				</b>,
			],
		},
		{ key: "mortgage", cells: [t("hero.mortgage"), t("hero.rate"), t("hero.rate")] },
	];
	return (
		<div className="hero-sheet" role="img" aria-label={t("hero.sample")}>
			<div aria-hidden="true">
				<Talk question={t("hero.question")}>
					<p>
						<Trans t={t} i18nKey="hero.answer" />
					</p>
					<SampleTable
						columns={[t("hero.columns.what"), t("hero.columns.before"), t("hero.columns.after")]}
						rows={rows}
						figures={[1, 2]}
					/>
					<p>
						{t("hero.more")}
						<span className="talk-caret" />
					</p>
				</Talk>
				<div className="hero-composer">
					<p>{t("hero.composer")}</p>
					<span className="hero-send">
						<Icon name="arrow-up" size="lg" />
					</span>
				</div>
			</div>
		</div>
	);
}
