import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import type { ShownCollection } from "../../../files/collections/collections.server.ts";
import { Icon } from "../../../icons/icon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useScripted } from "../../../ui/use-scripted.ts";

type Props = {
	/** The collections of the conversation, and those that the question brings. */
	attached: readonly ShownCollection[];
	picked: readonly ShownCollection[];
	/** A collection that the question would bring is taken away. */
	onDrop: (id: string) => void;
	conversationId: string;
};

/** The collections that the question knows; each can be taken away, without script with the form. */
export function CollectionChips({ attached, picked, onDrop, conversationId }: Props) {
	const { t } = useTranslation("files");
	const fetcher = useFetcher();
	const scripted = useScripted();
	const known = new Set(attached.map(({ id }) => id));
	const fresh = picked.filter(({ id }) => !known.has(id));
	const leaving = fetcher.formData?.get("collectionId");
	const shown = [...attached.filter(({ id }) => id !== leaving), ...fresh];
	if (shown.length === 0) return null;
	const takeAway = (id: string) => {
		onDrop(id);
		if (!known.has(id)) return;
		const fields = { intent: "detach-collection", conversationId, collectionId: id };
		void fetcher.submit(fields, { method: "post", action: "/chat" });
	};
	return (
		<ul className="composer-ctx" aria-label={t("collections.label")}>
			{shown.map(({ id, name, files }) => (
				<li key={id} className="ctx" data-collection-id={id}>
					<Icon name="folder-text-outline" size="sm" />
					<b title={name}>{name}</b> <span>{t("collections.documents", { count: files })}</span>
					{known.has(id) ? null : <input type="hidden" name="collectionId" value={id} />}
					<IconButton
						icon="close"
						iconSize="sm"
						size="sm"
						label={t("collections.remove", { name })}
						type={scripted ? "button" : "submit"}
						{...(!scripted && { name: `detachCollection=${id}`, formNoValidate: true })}
						onClick={(event) => {
							event.preventDefault();
							document.getElementById("message")?.focus();
							takeAway(id);
						}}
					/>
				</li>
			))}
		</ul>
	);
}
