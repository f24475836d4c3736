import { useCallback, useEffect, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import words from "../../../i18n/ru/account.ts";
import { TextLink } from "../../../layouts/auth/text-link.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Snackbar } from "../../../ui/snackbar.tsx";
import type { Screen } from "../load/load-screen.server.ts";

/** Whether this page is hydrated. Never on the server. */
let alive = false;

/** What has just been done: a snackbar, or, after a full load, a line on the page. */
export function Said({ happened }: Pick<Screen, "happened">) {
	const { t } = useTranslation("account");
	const at = happened?.at;
	const [cameWithPage] = useState(alive ? undefined : at);
	const [handled, setHeard] = useState<number>();
	const close = useCallback(() => setHeard(at), [at]);
	useEffect(() => {
		alive = true;
	}, []);
	if (happened?.trialLink || happened?.trialCode) return <TrialLetter happened={happened} />;
	const text = happened && isDone(happened.cause) ? t(`done.${happened.cause}`) : null;
	const onPage = text !== null && at === cameWithPage;
	return (
		<>
			{onPage && <Banner tone="success">{text}</Banner>}
			<Snackbar text={onPage || at === handled ? null : text} onClose={close} />
		</>
	);
}

const isDone = (cause: string): cause is keyof typeof words.done => Object.hasOwn(words.done, cause);

/** In trial mode no e-mail is sent: the page that promises it shows its content. */
function TrialLetter({ happened }: { happened: NonNullable<Screen["happened"]> }) {
	const { t } = useTranslation("account");
	const { trialLink, trialCode } = happened;
	if (trialCode) return <Banner>{t("trialCode", { code: trialCode })}</Banner>;
	if (!trialLink) return null;
	return (
		<Banner>
			<Trans t={t} i18nKey="trialLetter" components={{ to: <TextLink href={trialLink} /> }} />
		</Banner>
	);
}
