import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { FieldFrame } from "../../ui/field-frame.tsx";
import { IconLink } from "../../ui/icon-button.tsx";

/** Searches the questions; the address of the results is `/FAQ?q=`. */
export function SearchForm({ query }: { query: string }) {
	const { t } = useTranslation("faq");
	return (
		<search>
			<form className="faq-search" action={href("/FAQ")}>
				<FieldFrame
					id="q"
					label={t("search")}
					icon="magnify"
					after={query && <IconLink icon="close" label={t("clear")} to={href("/FAQ")} />}
				>
					<input
						className="input"
						id="q"
						name="q"
						type="search"
						placeholder=" "
						defaultValue={query}
						enterKeyHint="search"
					/>
				</FieldFrame>
			</form>
		</search>
	);
}
