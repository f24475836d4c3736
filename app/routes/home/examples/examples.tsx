import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { Icon, type IconName } from "../../../icons/icon.tsx";
import { SectionHead } from "../section-head.tsx";
import { CodeExample } from "./code-example.tsx";
import { CountExample } from "./count-example.tsx";
import { ExplainExample } from "./explain-example.tsx";
import { WriteExample } from "./write-example.tsx";

type Example = {
	key: "explain" | "write" | "count" | "code";
	icon: IconName;
	tile: string;
	Body: ComponentType;
};

const EXAMPLES: Example[] = [
	{ key: "explain", icon: "head-lightbulb-outline", tile: "tile", Body: ExplainExample },
	{ key: "write", icon: "email-edit-outline", tile: "tile tile-secondary", Body: WriteExample },
	{ key: "count", icon: "calculator-variant-outline", tile: "tile tile-info", Body: CountExample },
	{ key: "code", icon: "code-tags", tile: "tile tile-tertiary", Body: CodeExample },
];

/**
 * Four dialogues, one of them shown: radio buttons and `:has()`, no script. A browser without `:has()` shows all
 * four, one under the other.
 */
export function Examples() {
	const { t } = useTranslation("home");
	return (
		<section id="examples" className="page-wrap part" aria-labelledby="examples-heading">
			<SectionHead id="examples-heading" eyebrow={t("examples.eyebrow")} heading={t("examples.heading")}>
				{t("examples.lead")}
			</SectionHead>
			<div className="examples">
				<fieldset className="example-tabs">
					<legend>{t("examples.eyebrow")}</legend>
					{EXAMPLES.map(({ key, icon, tile }, i) => (
						<label key={key} className="example-tab">
							<input type="radio" name="example" value={key} defaultChecked={i === 0} />
							<span className={tile}>
								<Icon name={icon} />
							</span>
							<span>
								<b>{t(`examples.${key}.tab`)}</b>{" "}
								<span className="example-summary">{t(`examples.${key}.summary`)}</span>
							</span>{" "}
						</label>
					))}
				</fieldset>
				<div className="example-panels">
					{EXAMPLES.map(({ key, Body }) => (
						<section
							key={key}
							className="card example-panel"
							data-example={key}
							aria-label={t(`examples.${key}.tab`)}
						>
							<Body />
						</section>
					))}
				</div>
			</div>
		</section>
	);
}
