import { useLayoutEffect } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { moveToNew } from "../composer/draft-storage.ts";
import type { LoadedChat } from "../load/load-chat.server.ts";

type Props = NonNullable<LoadedChat["deleted"]> & {
	/** The page to return to; empty: the restored conversation. */
	returnTo: string;
};

/**
 * Says what a form without script has deleted, or another tab, and offers to restore it. What was typed there goes on in
 * the new chat.
 */
export function DeletedNotice({ restorable, gone, returnTo }: Props) {
	const { t } = useTranslation("history");
	// Before the composer reads its draft.
	useLayoutEffect(() => {
		for (const id of gone.split(",")) moveToNew(id);
	}, [gone]);
	const [first, ...others] = restorable;
	if (!first) {
		return (
			<Banner className="deleted-notice" tone="warning">
				{t("deletedNotice.erased")}
			</Banner>
		);
	}
	return (
		<Banner className="deleted-notice" icon="trash-can-outline">
			<p>
				{others.length === 0
					? t("deletedNotice.one", { title: first.title })
					: t("deletedNotice.several", { count: restorable.length })}{" "}
				{t("deletedNotice.restorable")}
			</p>
			<Form method="post" action="/chat" className="mt-2">
				<input type="hidden" name="intent" value="restore" />
				{returnTo ? <input type="hidden" name="returnTo" value={returnTo} /> : null}
				{restorable.map(({ id }) => (
					<input key={id} type="hidden" name="conversationId" value={id} />
				))}
				<Button type="submit" icon="undo-variant">
					{t("restore")}
				</Button>
			</Form>
		</Banner>
	);
}
