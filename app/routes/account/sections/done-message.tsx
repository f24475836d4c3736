import { useCallback, useEffect, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import texts from "../../../i18n/ru/account.ts";
import { TextLink } from "../../../layouts/auth/text-link.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Snackbar } from "../../../ui/snackbar.tsx";
import type { Screen } from "../load/load-screen.server.ts";

/** Whether this page is hydrated. Never on the server. */
let hydrated = false;

/** The message after an action: a snackbar, or, after a full load, a line on the page. */
export function DoneMessage({ flash }: Pick<Screen, "flash">) {
	const { t } = useTranslation("account");
	const at = flash?.at;
	const [loadedWithPage] = useState(hydrated ? undefined : at);
	const [closedAt, setClosedAt] = useState<number>();
	const close = useCallback(() => setClosedAt(at), [at]);
	useEffect(() => {
		hydrated = true;
	}, []);
	if (flash?.trialLink || flash?.trialCode) return <TrialEmail flash={flash} />;
	const text = flash && isDone(flash.cause) ? t(`done.${flash.cause}`) : null;
	const onPage = text !== null && at === loadedWithPage;
	return (
		<>
			{onPage && <Banner tone="success">{text}</Banner>}
			<Snackbar text={onPage || at === closedAt ? null : text} onClose={close} />
		</>
	);
}

const isDone = (cause: string): cause is keyof typeof texts.done => Object.hasOwn(texts.done, cause);

/** In trial mode no e-mail is sent: the page that promises it shows its content. */
function TrialEmail({ flash }: { flash: NonNullable<Screen["flash"]> }) {
	const { t } = useTranslation("account");
	const { trialLink, trialCode } = flash;
	if (trialCode) return <Banner>{t("trialCode", { code: trialCode })}</Banner>;
	if (!trialLink) return null;
	return (
		<Banner>
			<Trans t={t} i18nKey="trialEmail" components={{ to: <TextLink href={trialLink} /> }} />
		</Banner>
	);
}
