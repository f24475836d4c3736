import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";
import { ActionForm, useSending } from "../form/action-form.tsx";
import { OwnerFields } from "../form/owner-fields.tsx";
import { SendCode } from "../form/send-code.tsx";
import type { ActionPageProps } from "./account-action-page.tsx";
import { ActionPage } from "./account-action-page.tsx";

/** `?do=link-yandex`. */
export function LinkYandexPage(props: ActionPageProps) {
	const { t } = useTranslation("account");
	const { offered, login } = props.screen.yandex;
	if (!offered || login !== null) return <NothingToDo {...props} />;
	return (
		<YandexActionPage
			{...props}
			intent="link-yandex"
			title={t("yandex.linkTitle")}
			text={t("yandex.linkText")}
			submit={t("yandex.linkSubmit")}
		/>
	);
}

/** `?do=unlink-yandex`. */
export function UnlinkYandexPage(props: ActionPageProps) {
	const { t } = useTranslation("account");
	const { yandex, hasPassword } = props.screen;
	if (yandex.login === null) return <NothingToDo {...props} />;
	const text = t(hasPassword ? "yandex.unlinkText" : "yandex.unlinkTextNoPassword", { login: yandex.login });
	return (
		<YandexActionPage
			{...props}
			intent="unlink-yandex"
			title={t("yandex.unlinkTitle")}
			text={text}
			submit={t("yandex.unlink")}
		/>
	);
}

type YandexActionProps = ActionPageProps & {
	intent: string;
	title: string;
	text: string;
	submit: string;
};

/** One action with re-authentication; its page is titled after the action. */
function YandexActionPage({ intent, submit, ...page }: YandexActionProps) {
	const { t } = useTranslation("account");
	const sending = useSending(intent);
	const { screen, state } = page;
	return (
		<ActionPage {...page}>
			{!screen.hasPassword && <SendCode doing={intent} />}
			<ActionForm className="action-form" intent={intent} doing={intent} state={state}>
				<OwnerFields {...screen} state={state} />
				<Button variant="primary" block pendingLabel={t("sending")} pending={sending}>
					{submit}
				</Button>
			</ActionForm>
		</ActionPage>
	);
}

/** Already done, or not available here. */
function NothingToDo(page: ActionPageProps) {
	const { t } = useTranslation("account");
	const { login } = page.screen.yandex;
	const text = login === null ? t("yandex.off") : t("yandex.on", { login });
	return (
		<ActionPage {...page} title={t("yandex.title")} text={text}>
			{null}
		</ActionPage>
	);
}
