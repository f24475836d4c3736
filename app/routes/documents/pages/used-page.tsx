import { useTranslation } from "react-i18next";
import { LinkButton } from "../../../ui/button.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import { listAddress } from "../addresses.ts";
import type { FilePage } from "../load/load-page.server.ts";

/** The conversations that know a document. */
export function UsedPage({ page }: { page: FilePage }) {
	const { t } = useTranslation("documents");
	const { conversations, file } = page;
	const text = t(conversations.length > 0 ? "used.text" : "used.none", { name: file.name });
	return (
		<Card as="div" className="doc-action">
			<CardTitle as="h1" sub={text}>
				{t("used.title")}
			</CardTitle>
			<ul className="doc-chats">
				{conversations.map(({ id, title }) => (
					<li key={id}>
						<a className="menu-item" href={`/chat?c=${id}`}>
							<span className="doc-cut">{title}</span>
						</a>
					</li>
				))}
			</ul>
			<div className="dialog-actions">
				<LinkButton to={listAddress(page)} variant="ghost">
					{t("used.back")}
				</LinkButton>
			</div>
		</Card>
	);
}
