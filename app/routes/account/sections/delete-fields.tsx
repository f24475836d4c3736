import { useTranslation } from "react-i18next";
import { Checkbox } from "../../../ui/checkbox.tsx";
import type { AccountFormState } from "../actions/action-state.ts";
import { OwnerFields } from "../form/owner-fields.tsx";
import { useAccountProblems } from "../form/use-account-problems.ts";

type DeleteFieldsProps = {
	hasPassword: boolean;
	secondStep: boolean;
	email: string;
	state: AccountFormState | undefined;
};

/** The fields required to delete an account, on its page and in the dialog. */
export function DeleteFields(props: DeleteFieldsProps) {
	const { t } = useTranslation("account");
	const { autoFocus, ...confirm } = useAccountProblems(props.state, ["confirm"])("confirm");
	return (
		<>
			<OwnerFields {...props} id="delete" />
			<Checkbox
				{...confirm}
				id="delete-confirm"
				defaultChecked={props.state?.values.confirm === "on"}
				required
			>
				{t("delete.confirm")}
			</Checkbox>
		</>
	);
}
