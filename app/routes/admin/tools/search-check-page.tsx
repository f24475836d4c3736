import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Chip } from "../../../ui/chip.tsx";
import { FormPage } from "../confirm/form-page.tsx";
import type { ProofNeeded } from "../confirm/form-state.ts";
import { Section } from "../section.tsx";
import type { CheckState } from "./allow-tools.server.ts";
import type { LoadedSearch } from "./load-tools.server.ts";

const TOOLS = href("/admin/tools");

type SearchCheckPageProps = Pick<LoadedSearch, "search"> & {
	needed: ProofNeeded;
	state: CheckState | undefined;
};

/** One query to the search in force: the code, the time and our word for a failure. */
export function SearchCheckPage({ search, needed, state }: SearchCheckPageProps) {
	const { t } = useTranslation("admin");
	const checked = state?.checked;
	return (
		<>
			<FormPage
				path={[[TOOLS, t("tools.title")]]}
				title={t("tools.checkTitle")}
				action={`${TOOLS}?do=check`}
				button={{ label: t("tools.checkSearch"), pendingLabel: t("models.checking") }}
				state={state}
				needed={checked ? null : needed}
				asksWhy={false}
			>
				<p>{t("tools.checkText", { provider: t(`tools.providers.${search.provider}`) })}</p>
			</FormPage>
			{checked && (
				<Section title={t("models.checked")}>
					<CheckWords checked={checked} />
					{checked.failure === null && <p>{t("tools.pagesFound", { count: checked.pages ?? 0 })}</p>}
				</Section>
			)}
		</>
	);
}

/** «Отвечает: 200 · 312 мс», or the failure in our words. */
export function CheckWords({ checked }: { checked: NonNullable<CheckState["checked"]> }) {
	const { t } = useTranslation("admin");
	const { failure, status, ms } = checked;
	return (
		<p role="status" className="server-line">
			<Chip tone={failure ? "error" : "success"}>{t(failure ? "models.fails" : "models.works")}</Chip>{" "}
			<span>
				{failure && t(`tools.failures.${failure}`)} {t("tools.codeAndTime", { status: status ?? "—", ms })}
			</span>
		</p>
	);
}
