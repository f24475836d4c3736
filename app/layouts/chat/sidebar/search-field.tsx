import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Icon } from "../../../icons/icon.tsx";
import type { useTypedSearch } from "../search/use-typed-search.ts";

type Props = ReturnType<typeof useTypedSearch>["field"];

/** Searches all messages and titles: with script while somebody types; sent, the main area shows the results. */
export function SearchField({ ref, asked, onChange, onKeyDown }: Props) {
	const { t } = useTranslation("history");
	return (
		<search>
			<Form action="/chat" className="field field-compact">
				<div className="field-box bg-surface">
					<Icon name="magnify" />
					<input
						ref={ref}
						className="input"
						id="search"
						name="q"
						type="search"
						placeholder={t("search.label")}
						aria-label={t("search.label")}
						defaultValue={asked}
						maxLength={500}
						enterKeyHint="search"
						autoComplete="off"
						onChange={({ target }) => onChange(target.value)}
						onKeyDown={onKeyDown}
					/>
				</div>
			</Form>
		</search>
	);
}
