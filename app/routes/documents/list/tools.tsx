import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Form, useSubmit } from "react-router";
import { SORTS } from "../../../files/library/sorts.ts";
import { Icon } from "../../../icons/icon.tsx";
import { Button } from "../../../ui/button.tsx";
import type { ListView } from "../addresses.ts";

/** The search in the text of documents, and the order of the list. */
export function Tools({ query, view }: { query: string; view: ListView }) {
	const { t } = useTranslation("documents");
	const submit = useSubmit();
	const order = useRef<HTMLSelectElement>(null);
	const applyEarly = useEffectEvent(() => {
		if (order.current && order.current.value !== view.sort) void submit(order.current.form);
	});
	// Another order may have been chosen before the script ran.
	useEffect(() => applyEarly(), []);
	const label = t(view.collectionId ? "searchIn" : "search");
	return (
		<Form className="doc-tools" role="search" action="/documents">
			{view.collectionId ? <input type="hidden" name="collection" value={view.collectionId} /> : null}
			<div className="field field-compact">
				<div className="field-box">
					<Icon name="magnify" />
					<input
						key={query}
						className="input"
						type="search"
						name="q"
						defaultValue={query}
						placeholder={label}
						aria-label={label}
						maxLength={200}
					/>
				</div>
			</div>
			<div className="field field-compact doc-sort">
				<div className="field-box">
					<select
						key={view.sort}
						ref={order}
						// After a way back the browser would show what was chosen, and not what the page has.
						autoComplete="off"
						className="input"
						name="sort"
						aria-label={t("order")}
						defaultValue={view.sort}
						onChange={(event) => submit(event.currentTarget.form)}
					>
						{SORTS.map((sort) => (
							<option key={sort} value={sort}>
								{t(`sort.${sort}`)}
							</option>
						))}
					</select>
					<Icon name="chevron-down" className="field-chevron" />
				</div>
			</div>
			<Button>{t("find")}</Button>
		</Form>
	);
}
