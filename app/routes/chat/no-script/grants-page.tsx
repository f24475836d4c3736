import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Button } from "../../../ui/button.tsx";
import type { LoadedChat } from "../load/load-chat.server.ts";

type Props = { conversationId: string; grants: NonNullable<LoadedChat["grants"]> };

/** The grants of tools in a conversation, to be revoked. */
export function GrantsPage({ conversationId, grants }: Props) {
	const { t } = useTranslation("steps");
	if (grants.length === 0) return <p>{t("grants.none")}</p>;
	return (
		<ul className="space-y-4">
			{grants.map(({ tool, title, scope }) => (
				<li key={`${tool} ${scope}`}>
					<Form method="post" action={`/chat?c=${conversationId}&do=grants`}>
						<input type="hidden" name="intent" value="revoke" />
						<input type="hidden" name="conversationId" value={conversationId} />
						<input type="hidden" name="tool" value={tool} />
						<input type="hidden" name="scope" value={scope} />
						<p>{t(scope === "always" ? "grants.always" : "grants.chat", { title })}</p>
						<Button type="submit" variant="tonal" size="sm" className="mt-2">
							{t("grants.revoke")}
						</Button>
					</Form>
				</li>
			))}
		</ul>
	);
}
