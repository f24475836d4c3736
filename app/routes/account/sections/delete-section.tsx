import { type MouseEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { href, useFetcher } from "react-router";
import { answered, isLost, type Lost } from "../../../connection/request-lost.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { isPlainClick } from "../../../ui/follow.ts";
import type { AccountFormState } from "../actions/action-state.ts";
import { AccountNoticeBanner } from "../form/account-notice-banner.tsx";
import { useFocusOnProblem } from "../form/use-account-problems.ts";
import type { Screen } from "../load/load-screen.server.ts";
import { BeforeDeletion } from "./before-deletion.tsx";
import { DeleteFields } from "./delete-fields.tsx";

type DeleteSectionProps = {
	hasPassword: boolean;
	secondStep: boolean;
	email: string;
	refundable: Screen["refundable"];
	manualRefund: Screen["manualRefund"];
	ends: Screen["ends"];
};

/** The link leads to the page of the action; with script a dialog opens instead. */
export function DeleteSection({
	hasPassword,
	secondStep,
	email,
	refundable,
	manualRefund,
	ends,
}: DeleteSectionProps) {
	const { t } = useTranslation("account");
	const [open, setOpen] = useState(false);
	const openDialog = (event: MouseEvent) => {
		// A code by e-mail needs a page that stays open while the person reads the e-mail.
		if (!hasPassword || !isPlainClick(event)) return;
		event.preventDefault();
		setOpen(true);
	};
	return (
		<Card id="delete" aria-labelledby="delete-heading">
			<CardTitle id="delete-heading" sub={t("delete.text")}>
				{t("delete.title")}
			</CardTitle>
			<BeforeDeletion refundable={refundable} manualRefund={manualRefund} ends={ends} />
			<p className="card-action">
				<LinkButton
					to={`${href("/account")}?do=delete`}
					variant="error-text"
					icon="trash-can-outline"
					onClick={openDialog}
				>
					{t("delete.open")}
				</LinkButton>
			</p>
			<DeleteDialog email={email} secondStep={secondStep} open={open} onClose={() => setOpen(false)} />
		</Card>
	);
}

const FORM = "delete-form";

type DeleteDialogProps = { email: string; secondStep: boolean; open: boolean; onClose: () => void };

function DeleteDialog({ email, secondStep, open, onClose }: DeleteDialogProps) {
	const { t } = useTranslation("account");
	const common = useTranslation();
	const fetcher = useFetcher<AccountFormState | Lost>();
	const state = answered(fetcher.data);
	const form = useFocusOnProblem(state);
	return (
		<Dialog
			open={open}
			onClose={onClose}
			title={t("delete.ask")}
			text={t(secondStep ? "delete.withPasswordAndAppCode" : "delete.withPassword")}
			actions={
				<>
					<Button type="button" variant="ghost" onClick={onClose}>
						{t("delete.cancel")}
					</Button>
					<Button
						form={FORM}
						variant="error"
						pendingLabel={t("delete.pending")}
						pending={fetcher.state !== "idle"}
					>
						{t("delete.submit")}
					</Button>
				</>
			}
		>
			<fetcher.Form
				ref={form}
				id={FORM}
				className="action-form"
				method="post"
				action={`${href("/account")}?do=delete`}
				noValidate
			>
				<input type="hidden" name="intent" value="delete" />
				<AccountNoticeBanner state={state} />
				{isLost(fetcher.data) && <Banner tone="warning">{common.t("connection.notSent")}</Banner>}
				<DeleteFields hasPassword secondStep={secondStep} email={email} state={state} />
			</fetcher.Form>
		</Dialog>
	);
}
