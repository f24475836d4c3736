import type { ReactNode } from "react";
import { Icon, type IconName } from "../icons/icon.tsx";
import { classNames } from "./class-names.ts";

export type FieldTexts = {
	label: string;
	/** The problem and how to fix it. Replaces `help`. */
	error?: string | undefined;
	help?: ReactNode;
};

type FrameProps = FieldTexts & {
	id: string;
	/** For a control that is named by its label and by something else. */
	labelId?: string;
	icon?: IconName | undefined;
	className?: string | undefined;
	/** Inside the box after the field: a button. */
	after?: ReactNode;
	/** Below the box, before help. */
	below?: ReactNode;
	children: ReactNode;
};

/** The attributes that connect a control with its help and error for screen readers. */
export function describe(id: string, { error, help }: Pick<FieldTexts, "error" | "help">) {
	return {
		"aria-invalid": error ? true : undefined,
		"aria-describedby": error || help ? `${id}-help` : undefined,
	} as const;
}

/** The filled box around a control: label, line, help or error. The label follows the control, for CSS. */
export function FieldFrame(props: FrameProps) {
	const { id, label, labelId, error, help, icon, className, after, below, children } = props;
	return (
		<div className={classNames("field", error && "field-error", className)}>
			<div className="field-box">
				{icon && <Icon name={icon} />}
				{children}{" "}
				<label className="field-label" id={labelId} htmlFor={id}>
					{label}
				</label>{" "}
				{after}
			</div>
			{(error || help) && (
				<p className={classNames("field-help", error && "field-help-error")} id={`${id}-help`}>
					{error && <Icon name="alert-circle" />}
					<span>{error ?? help}</span>
				</p>
			)}
			{below}
		</div>
	);
}
