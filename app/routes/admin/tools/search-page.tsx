import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { TextField } from "../../../ui/field.tsx";
import { useFieldProblem } from "../confirm/confirm-fields.tsx";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import type { LoadedSearch } from "./load-tools.server.ts";
import { useKeyWords } from "./search-card.tsx";

const TOOLS = href("/admin/tools");
const PROVIDERS = ["off", "yandex", "searxng", "brave", "tavily"] as const;
const WITH_KEYS = ["yandex", "brave", "tavily"] as const;

type SearchPageProps = LoadedSearch & { state: AdminFormState | undefined };

/** The form of the search: which, and what it needs. */
export function SearchPage({ search, secrets, mayKey, source, needed, state }: SearchPageProps) {
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	const values = { ...search, ...state?.values };
	return (
		<FormPage
			path={[[TOOLS, t("tools.title")]]}
			title={t("tools.search")}
			action={`${TOOLS}?do=search`}
			button={{ label: t("models.save"), pendingLabel: t("models.saving") }}
			state={state}
			needed={needed}
			asksWhy={false}
		>
			<input type="hidden" name="revision" value={state?.values?.revision ?? source.revision} />
			<fieldset className="fset">
				<legend>{t("tools.provider")}</legend>
				<div className="choices">
					{PROVIDERS.map((name) => (
						<label key={name} className="choice">
							<input type="radio" name="provider" value={name} defaultChecked={name === values.provider} />
							<span>
								<b>{t(`tools.providers.${name}`)}</b> <small>{t(`tools.providerTexts.${name}`)}</small>
							</span>
						</label>
					))}
				</div>
				{problem("provider") && <p className="field-help field-help-error">{problem("provider")}</p>}
			</fieldset>
			<TextField
				name="url"
				label={t("tools.searxngUrl")}
				help={t("tools.searxngHelp")}
				defaultValue={values.url}
				error={problem("url")}
				inputMode="url"
				autoComplete="off"
			/>
			<TextField
				name="folderId"
				label={t("tools.folder")}
				help={t("tools.folderHelp")}
				defaultValue={values.folderId}
				error={problem("folderId")}
				autoComplete="off"
				spellCheck={false}
			/>
			<ul className="keys">
				{WITH_KEYS.map((name) => (
					<KnownKey key={name} name={t(`tools.providers.${name}`)} secret={secrets[name]} />
				))}
			</ul>
			{mayKey ? (
				<TextField
					name="key"
					label={t("models.newKey")}
					help={t("tools.keyHelp")}
					error={problem("key")}
					autoComplete="off"
					autoCapitalize="off"
					spellCheck={false}
				/>
			) : (
				<p className="note">{problem("key") ?? t("models.ownerKey")}</p>
			)}
		</FormPage>
	);
}

function KnownKey({ name, secret }: { name: string; secret: LoadedSearch["secrets"]["yandex"] }) {
	const words = useKeyWords(secret);
	return words === "" ? null : (
		<li>
			<b>{name}</b>: {words}
		</li>
	);
}
