import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";
import { ActForm, useSending } from "../form/action-form.tsx";
import { OwnerFields } from "../form/owner-fields.tsx";
import { SendCode } from "../form/send-code.tsx";
import { ActPage } from "./action-page.tsx";
import type { ActPageProps } from "./action-pages.tsx";

/** `?do=link-yandex`. */
export function DoLinkYandex(props: ActPageProps) {
	const { t } = useTranslation("account");
	const { offered, login } = props.screen.yandex;
	if (!offered || login !== null) return <NothingToDo {...props} />;
	return (
		<YandexAct
			{...props}
			intent="link-yandex"
			title={t("yandex.linkTitle")}
			text={t("yandex.linkText")}
			submit={t("yandex.linkSubmit")}
		/>
	);
}

/** `?do=unlink-yandex`. */
export function DoUnlinkYandex(props: ActPageProps) {
	const { t } = useTranslation("account");
	const { yandex, hasPassword } = props.screen;
	if (yandex.login === null) return <NothingToDo {...props} />;
	const text = t(hasPassword ? "yandex.unlinkText" : "yandex.unlinkTextNoPassword", { login: yandex.login });
	return (
		<YandexAct
			{...props}
			intent="unlink-yandex"
			title={t("yandex.unlinkTitle")}
			text={text}
			submit={t("yandex.unlink")}
		/>
	);
}

type ActProps = ActPageProps & {
	intent: string;
	title: string;
	text: string;
	submit: string;
};

/** One action with re-authentication; its page is titled after the action. */
function YandexAct({ intent, submit, ...page }: ActProps) {
	const { t } = useTranslation("account");
	const sending = useSending(intent);
	const { screen, state } = page;
	return (
		<ActPage {...page}>
			{!screen.hasPassword && <SendCode doing={intent} />}
			<ActForm className="act-form" intent={intent} doing={intent} state={state}>
				<OwnerFields {...screen} state={state} />
				<Button variant="primary" block pendingLabel={t("sending")} pending={sending}>
					{submit}
				</Button>
			</ActForm>
		</ActPage>
	);
}

/** Already done, or not available here. */
function NothingToDo(page: ActPageProps) {
	const { t } = useTranslation("account");
	const { login } = page.screen.yandex;
	const text = login === null ? t("yandex.off") : t("yandex.on", { login });
	return (
		<ActPage {...page} title={t("yandex.title")} text={text}>
			{null}
		</ActPage>
	);
}
