import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon } from "../../../../icons/icon.tsx";
import { Banner } from "../../../../ui/banner.tsx";
import { Button, LinkButton } from "../../../../ui/button.tsx";
import { Card, CardTitle } from "../../../../ui/card.tsx";
import { refusalText } from "../attachments/refusal-text.ts";
import type { RefusedPrompt } from "../refused-prompt.tsx";
import type { LoadedPick } from "./load-pick.server.ts";
import { PickChoices } from "./pick-choices.tsx";

export type PickScreenProps = {
	pick: LoadedPick;
	/** The question that is being written: its form goes on here, and back. */
	question: RefusedPrompt;
	conversationId: string;
	after: string | null;
};

/** Chooses documents for a question without script: the page carries all of the question, so that nothing is lost. */
export default function PickScreen({ pick, question, conversationId, after }: PickScreenProps) {
	const { t } = useTranslation(["files", "reading"]);
	const refused = question.refused ?? [];
	const files = question.files?.map(({ id }) => id) ?? [];
	const collections = question.collections?.map(({ id }) => id) ?? [];
	const listed = new Set([...pick.documents, ...pick.collections].map(({ id }) => id));
	const unlisted = (id: string) => !listed.has(id);
	const carried = (
		<>
			<input type="hidden" name="intent" value="ask" />
			<input type="hidden" name="promptId" value={question.promptId} />
			<input type="hidden" name="conversationId" value={conversationId} />
			<input type="hidden" name="text" value={question.text} />
			<input type="hidden" name="model" value={question.model ?? ""} />
			<input type="hidden" name="after" value={after ?? ""} />
			<input type="hidden" name="unscripted" value="1" />
			{question.switches?.search ? <input type="hidden" name="search" value="1" /> : null}
			{question.switches?.think ? <input type="hidden" name="think" value="1" /> : null}
			<Ids name="tool" ids={question.switches?.tools ?? []} />
		</>
	);
	return (
		<div className="chat-scroll">
			<Card as="div" className="pick-screen">
				<CardTitle as="h2">{t("pick.title")}</CardTitle>
				{refused.length > 0 ? (
					<Banner tone="error" title={t("refused")}>
						{refused.map((file) => `«${file.name}»: ${refusalText(t, file)}`).join(". ")}
					</Banner>
				) : null}
				{pick.none ? <p className="card-sub">{t("pick.none")}</p> : null}
				<form method="post" action="/chat">
					{carried}
					<Ids name="fileId" ids={files.filter(unlisted)} />
					<Ids name="collectionId" ids={collections.filter(unlisted)} />
					{pick.none ? null : (
						<div className="pick-find">
							<div className="field field-compact">
								<div className="field-box">
									<Icon name="magnify" />
									<input
										className="input"
										type="search"
										name="named"
										defaultValue={pick.named}
										placeholder={t("pick.find")}
										aria-label={t("pick.find")}
										maxLength={200}
									/>
								</div>
							</div>
							<Button name="pickDocuments">{t("pick.search")}</Button>
						</div>
					)}
					<PickChoices {...pick} chosen={new Set([...files, ...collections])} />
					{!pick.none && listed.size === 0 ? <p>{t("pick.noneFound")}</p> : null}
					{pick.more ? <p className="menu-note">{t("pick.more", { count: pick.documents.length })}</p> : null}
					<div className="dialog-actions">
						<Button variant="ghost" form="not-picked" name="attach">
							{t("pick.cancel")}
						</Button>
						{pick.none ? (
							<LinkButton to={href("/documents")} variant="primary">
								{t("pick.toDocuments")}
							</LinkButton>
						) : (
							<Button variant="primary" name="attach">
								{t("pick.submit")}
							</Button>
						)}
					</div>
				</form>
				<form id="not-picked" method="post" action="/chat">
					{carried}
					<Ids name="fileId" ids={files} />
					<Ids name="collectionId" ids={collections} />
				</form>
			</Card>
		</div>
	);
}

const Ids = ({ name, ids }: { name: string; ids: readonly string[] }) =>
	ids.map((id) => <input key={id} type="hidden" name={name} value={id} />);
