import { useTranslation } from "react-i18next";
import { Form, useSearchParams } from "react-router";
import { Icon } from "../../../icons/icon.tsx";

/** Searches all messages and titles; the results are shown in the main area. */
export function SearchField() {
	const { t } = useTranslation("history");
	const [query] = useSearchParams();
	const asked = query.get("q") ?? "";
	return (
		<search>
			<Form action="/chat" className="field field-compact">
				<div className="field-box bg-surface">
					<Icon name="magnify" />
					<input
						key={asked}
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
					/>
				</div>
			</Form>
		</search>
	);
}
