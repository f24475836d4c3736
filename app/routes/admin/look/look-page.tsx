import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { ProblemBanner } from "../confirm/confirm-fields.tsx";
import { FormEnd } from "../confirm/form-end.tsx";
import { Section } from "../section.tsx";
import { SectionSource } from "../settings/section-source.tsx";
import { AccentField } from "./accent-field.tsx";
import { ContrastTable } from "./contrast-table.tsx";
import type { LoadedLook } from "./load-look.server.ts";
import { LookPreview } from "./look-preview.tsx";
import type { LookState } from "./look-state.ts";
import { NameAndLogo } from "./name-and-logo.tsx";

type LookPageProps = LoadedLook & { state: LookState | undefined };

/** Name, logo and accent. */
export function LookPage(props: LookPageProps) {
	const { name, accent, css, contrasts, source, needed, state } = props;
	const { t } = useTranslation("admin");
	const lock = source.lock;
	const preview = state?.preview;
	const action = href("/admin/look");
	return (
		<>
			<ProblemBanner state={state} />
			<SectionSource {...source} address={action} />
			<div className="with-preview">
				<form className="look-form" method="post" action={action} encType="multipart/form-data" noValidate>
					<input type="hidden" name="revision" value={state?.values?.revision ?? source.revision} />
					<NameAndLogo {...props} lock={lock} />
					<Section title={t("look.color")}>
						<AccentField accent={accent} lock={lock} state={state} />
						<ContrastTable contrasts={contrasts} />
					</Section>
					{!lock && (
						<FormEnd
							button={{ label: t("look.save"), pendingLabel: t("look.saving") }}
							state={state}
							needed={needed}
						>
							<Button variant="tonal" name="preview">
								{t("look.preview")}
							</Button>
						</FormEnd>
					)}
				</form>
				<LookPreview
					name={preview?.name ?? name}
					css={preview?.css ?? css}
					isUnsaved={preview !== undefined}
				/>
			</div>
		</>
	);
}
