import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon } from "../../../icons/icon.tsx";
import type { Run } from "../../../legal/editions/compare-editions.server.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Select } from "../../../ui/select.tsx";
import { Crumbs } from "../crumbs.tsx";
import type { LoadedComparison } from "./load-edition.server.ts";

/** Two editions side by side: what is in one of them only is marked. */
export function ComparePage(comparison: LoadedComparison) {
	const { kind, a, b, options, differences, same } = comparison;
	const { t } = useTranslation("admin");
	const list = href("/admin/papers");
	const nameOf = ({ number, isDraft, isCurrent }: LoadedComparison["options"][number]) => {
		if (isDraft) return t("editions.draft", { number });
		return t(isCurrent ? "editions.numberInForce" : "editions.number", { number });
	};
	const shortName = (version: string) => {
		const option = options.find((one) => one.version === version);
		return option ? nameOf({ ...option, isCurrent: false }) : version;
	};
	return (
		<>
			<Crumbs path={[[list, t("editions.title")]]}>{t("editions.comparison")}</Crumbs>
			<div className="adm-head">
				<h1>{t("editions.comparison")}</h1>
			</div>
			<p className="adm-lead">{t(`editions.kinds.${kind}`)}</p>
			<Card padding="none" aria-label={t("editions.comparison")}>
				<form className="filters" method="get" action={list}>
					<input type="hidden" name="kind" value={kind} />
					<input type="hidden" name="do" value="compare" />
					{(["a", "b"] as const).map((side) => (
						<Select
							key={side}
							name={side}
							label={t(side === "a" ? "editions.left" : "editions.right")}
							defaultValue={side === "a" ? a : b}
						>
							{options.map((option) => (
								<option key={option.version} value={option.version}>
									{nameOf(option)}
								</option>
							))}
						</Select>
					))}
					<Button variant="tonal">{t("editions.compare")}</Button>
				</form>
				<Counts {...comparison} />
				<div className="diff">
					{differences.map((one, i) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: the differences of two editions never change
						<div key={i}>
							<Side item={one.before} other={one.after} edition={shortName(a)} mark="del" />
							<Side item={one.after} other={one.before} edition={shortName(b)} mark="ins" />
						</div>
					))}
				</div>
				{same.length > 0 && (
					<details className="diff-same">
						<summary>
							<Icon name="chevron-down" />
							{t("editions.same", { count: same.length })}
						</summary>
						{same.map(({ number, text }, i) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: as above
							<p key={i}>
								{number} {text}
							</p>
						))}
					</details>
				)}
			</Card>
		</>
	);
}

function Counts({ differences, changed, added, removed }: LoadedComparison) {
	const { t } = useTranslation("admin");
	if (differences.length === 0) return <p className="found">{t("editions.noDifference")}</p>;
	return (
		<p className="found">
			{t("editions.counts", { changed, added, removed })}{" "}
			<span className="diff-mark">
				<ins>{t("editions.insMark")}</ins>, <del>{t("editions.delMark")}</del>.
			</span>
		</p>
	);
}

type Item = { number: string; runs: Run[] } | null;
type SideProps = { item: Item; other: Item; edition: string; mark: "ins" | "del" };

function Side({ item, other, edition, mark: Mark }: SideProps) {
	const { t } = useTranslation("admin");
	const number = (item ?? other)?.number;
	return (
		<p>
			<b>{[number?.replace(/\.$/, ""), edition].filter(Boolean).join(" · ")}</b>{" "}
			{item
				? item.runs.map(({ text, isSame }, i) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: the words of an edition never change
						<span key={i}>{isSame ? text : <Mark>{text}</Mark>} </span>
					))
				: t("editions.none")}
		</p>
	);
}
