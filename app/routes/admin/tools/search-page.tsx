import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { TextField } from "../../../ui/field.tsx";
import { Choices } from "../confirm/choices.tsx";
import { useFieldProblem } from "../confirm/confirm-fields.tsx";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import { KeyField, useKeyWords } from "../settings/key-field.tsx";
import type { LoadedSearch } from "./load-tools.server.ts";

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
			<Choices
				legend={t("tools.provider")}
				name="provider"
				options={PROVIDERS.map((value) => ({
					value,
					label: t(`tools.providers.${value}`),
					text: t(`tools.providerTexts.${value}`),
				}))}
				chosen={values.provider}
				problem={problem("provider")}
			/>
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
			<KeyField known="" help={t("tools.keyHelp")} mayKey={mayKey} state={state} />
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
