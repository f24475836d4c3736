import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";

type SearchFormProps = {
	/** The address of the list, whose query the form writes. */
	action: string;
	label: string;
	/** The text as typed. */
	value: string;
	maxLength?: number;
	/** The filters beside the box. */
	children?: ReactNode;
};

/** The form above a list: one box, filters, «Найти»; its fields stand in the address of what it finds. */
export function SearchForm({ action, label, value, maxLength = 254, children }: SearchFormProps) {
	const { t } = useTranslation("admin");
	return (
		<search>
			<form className="filters" method="get" action={action}>
				<TextField
					name="q"
					type="search"
					label={label}
					defaultValue={value}
					icon="magnify"
					autoComplete="off"
					autoCapitalize="off"
					spellCheck={false}
					maxLength={maxLength}
				/>
				{children}
				<Button variant="tonal" pendingLabel={t("pager.searching")}>
					{t("pay.find")}
				</Button>
			</form>
		</search>
	);
}
