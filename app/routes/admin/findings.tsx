import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";

type Level = "broken" | "note" | "fine";

const DOTS: Record<Level, string> = { broken: "dot-bad", note: "dot-warn", fine: "" };

/** The findings of the checks: a dot of its own shape and a word for each level. */
export function Findings({ findings }: { findings: readonly { level: Level; text: string }[] }) {
	const { t } = useTranslation("admin");
	return (
		<ul className="findings">
			{findings.map(({ level, text }) => (
				<li key={text} className={classNames("dot", DOTS[level])}>
					<span>
						<span className="sr-only">{t(`state.levels.${level}`)}: </span>
						{text}
					</span>
				</li>
			))}
		</ul>
	);
}
