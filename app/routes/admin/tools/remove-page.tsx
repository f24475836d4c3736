import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState, ProofNeeded } from "../confirm/form-state.ts";
import type { LoadedServer } from "./load-tools.server.ts";

const TOOLS = href("/admin/tools");

type RemovePageProps = Pick<LoadedServer, "server" | "source"> & {
	needed: ProofNeeded;
	state: AdminFormState | undefined;
};

/** Takes an MCP server out. */
export function RemovePage({ server, source, needed, state }: RemovePageProps) {
	const { t } = useTranslation("admin");
	if (!server) return null;
	return (
		<FormPage
			path={[[TOOLS, t("tools.title")]]}
			title={t("models.remove")}
			action={`${TOOLS}?do=remove&server=${server.serverKey}`}
			button={{ label: t("models.remove"), pendingLabel: t("models.saving"), variant: "error" }}
			state={state}
			needed={needed}
			asksWhy={false}
		>
			<input type="hidden" name="revision" value={source.revision} />
			<p>
				<b>{server.title}</b>
			</p>
			<p>{t("tools.removeText")}</p>
		</FormPage>
	);
}
