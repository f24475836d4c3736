import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useConversationActions } from "../../../layouts/chat/conversation-actions/use-conversation-actions.ts";
import type { LoadedList } from "../../../layouts/chat/load/load-list.server.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import type { SelectionProblem } from "../actions/chat-form.server.ts";

export type SelectPageProps = { list: LoadedList; problem: SelectionProblem | null };

/** Selects several conversations of one page of the list to archive, delete or export them. */
export default function SelectPage({ list, problem }: SelectPageProps) {
	const { t } = useTranslation(["history", "chat"]);
	const { openDialog, send } = useConversationActions();
	const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
	const form = useRef<HTMLFormElement>(null);
	// Boxes ticked before the script ran, or by the browser after a reload, count.
	useEffect(() => {
		const isAll = form.current?.querySelector("[type=checkbox]:not([name]):checked");
		const ticked =
			form.current?.querySelectorAll<HTMLInputElement>(
				isAll ? "[name=conversationId]" : "[name=conversationId]:checked",
			) ?? [];
		setPicked(new Set([...ticked].map(({ value }) => value)));
	}, []);
	const all = list.groups.flatMap(({ conversations }) => conversations.map(({ id }) => id));
	const selected = all.filter((id) => picked.has(id));
	const here = `/chat?do=select${list.archive ? "&archive=1" : ""}`;
	const pick = (ids: readonly string[], on: boolean) =>
		setPicked((before) => {
			const after = new Set(before);
			for (const id of ids) on ? after.add(id) : after.delete(id);
			return after;
		});
	const onSubmit = (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
		const button = event.nativeEvent.submitter as HTMLButtonElement | null;
		const intent = button?.name.split("=")[1];
		// A file, or nothing to do: the server says so.
		if ((intent !== "archive" && intent !== "delete") || selected.length === 0) return;
		event.preventDefault();
		if (intent === "delete") openDialog({ about: "delete-several", ids: selected });
		else send({ intent, conversationId: selected, archived: list.archive ? "0" : "1" });
	};
	return (
		<div className="chat-scroll" tabIndex={-1}>
			<form ref={form} method="post" action={here} className="select-page" onSubmit={onSubmit}>
				<h2 className="text-h3">{list.archive ? t("select.titleArchive") : t("select.title")}</h2>
				<p className="mt-1 text-small text-text-3">{all.length > 0 ? t("select.help") : t("select.none")}</p>
				{problem ? (
					<Banner className="mt-4" tone="error">
						{t(`select.problem.${problem}`)}
					</Banner>
				) : null}
				<input type="hidden" name="archived" value={list.archive ? "0" : "1"} />
				<input type="hidden" name="returnTo" value={here} />
				{all.length > 1 ? (
					<label className="check select-row script-only mt-4">
						<input
							type="checkbox"
							checked={selected.length === all.length}
							onChange={({ target }) => pick(all, target.checked)}
						/>
						<span>{list.next || list.further ? t("select.allHere") : t("select.all")}</span>
					</label>
				) : null}
				{list.groups.map(({ period, calendarMonth, conversations }) => (
					<fieldset key={period + calendarMonth}>
						<legend className="conv-group">
							{period === "earlier" ? calendarMonth : t(`groups.${period}`)}
						</legend>
						{conversations.map(({ id, title }) => (
							<label key={id} className="check select-row">
								<input
									type="checkbox"
									name="conversationId"
									value={id}
									checked={picked.has(id)}
									onChange={({ target }) => pick([id], target.checked)}
								/>
								<span>{title}</span>
							</label>
						))}
					</fieldset>
				))}
				{list.next ? (
					<Link className={buttonClass({}, "mt-4")} to={`${here}&older=${list.next}`}>
						{t("chat:more")}
					</Link>
				) : null}
				<div className="select-bar">
					<p className="script-only num" role="status">
						{t("select.selected", { count: selected.length })}
					</p>{" "}
					{/* The values are in the names: a text browser would show them. */}
					<Button type="submit" name="intent=archive" icon="archive-outline">
						{list.archive ? t("chat:action.unarchive") : t("chat:action.archive")}
					</Button>
					<ExportButton />
					<Button type="submit" name="intent=delete" variant="error-text" icon="trash-can-outline">
						{t("chat:action.delete")}
					</Button>
					<Link className={buttonClass({ variant: "ghost" })} to={list.archive ? "/chat?archive=1" : "/chat"}>
						{t("select.done")}
					</Link>
				</div>
			</form>
		</div>
	);
}

/** Sends the selection to the address of the file; a text browser sends it with the form, and is led there. */
function ExportButton() {
	const { t } = useTranslation("chat");
	return (
		<Button
			type="submit"
			name="intent=export"
			formMethod="get"
			formAction="/chat/export"
			icon="tray-arrow-down"
		>
			{t("action.export")}
		</Button>
	);
}
