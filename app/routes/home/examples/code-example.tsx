import { Trans, useTranslation } from "react-i18next";
import { CodeSample } from "./code-sample.tsx";
import { Talk } from "./talk.tsx";

/** Tokens of the program with their kinds; a token without a kind is a bare string. */
const PROGRAM = [
	["keyword", "from"],
	" datetime ",
	["keyword", "import"],
	" date, timedelta\n\n",
	["keyword", "def"],
	" ",
	["title", "working_days"],
	"(start: date, end: date) -> ",
	["keyword", "int"],
	":\n    days = (end - start).days + ",
	["number", "1"],
	"\n    each = (start + timedelta(n) ",
	["keyword", "for"],
	" n ",
	["keyword", "in"],
	" range(days))\n    ",
	["keyword", "return"],
	" sum(day.weekday() < ",
	["number", "5"],
	" ",
	["keyword", "for"],
	" day ",
	["keyword", "in"],
	" each)",
] as const;

export function CodeExample() {
	const { t } = useTranslation("home");
	return (
		<Talk question={t("examples.code.question")}>
			<p>{t("examples.code.answer")}</p>
			<CodeSample
				label={t("examples.program")}
				language="Python"
				copy={t("examples.code.copy")}
				program={PROGRAM}
			/>
			<ul>
				<li>{t("examples.code.note1")}</li>
				<li>
					<Trans t={t} i18nKey="examples.code.note2" components={{ code: <code /> }} />
				</li>
				<li>{t("examples.code.note3")}</li>
			</ul>
		</Talk>
	);
}
