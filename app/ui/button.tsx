import type { ComponentPropsWithRef } from "react";
import { Icon, type IconName } from "../icons/icon.tsx";
import { classNames } from "./class-names.ts";

export type ButtonVariants = {
	/** Gray by default; one `primary` on a screen; `error` only inside a dialog. */
	variant?: "gray" | "primary" | "tonal" | "outline" | "text" | "ghost" | "error" | "error-text";
	/** 36, 44 and 52 px high; at least 44 on touch screens. */
	size?: "sm" | "md" | "lg";
	/** The button is as wide as its parent. */
	block?: boolean;
};

/** The classes of a button, for elements that only look like one (a router's `Link`). */
export function buttonClass(
	{ variant = "gray", size = "md", block }: ButtonVariants = {},
	className?: string,
) {
	return classNames(
		"btn",
		variant !== "gray" && `btn-${variant}`,
		size !== "md" && `btn-${size}`,
		block && "btn-block",
		className,
	);
}

type ButtonProps = Omit<ComponentPropsWithRef<"button">, "type"> &
	ButtonVariants & {
		type?: "submit" | "button" | "reset";
		icon?: IconName;
		/** The label while its form is being sent: «Входим…». */
		pendingLabel?: string;
		/** Set by hydrated pages; on static pages the script does it at submit. */
		pending?: boolean;
	};

/**
 * A button. Inside a form it submits by default. The space at its end separates it from what follows where there is
 * no stylesheet.
 */
export function Button(props: ButtonProps) {
	const {
		variant,
		size,
		block,
		icon,
		pendingLabel,
		pending,
		type = "submit",
		className,
		children,
		...rest
	} = props;
	return (
		<button
			{...rest}
			type={type}
			className={buttonClass({ variant, size, block }, className)}
			data-pending-label={pendingLabel}
			aria-busy={pending || undefined}
		>
			{pending ? <i className="spinner" /> : icon && <Icon name={icon} />}
			<span>{pending ? (pendingLabel ?? children) : children}</span>{" "}
		</button>
	);
}

type LinkButtonProps = Omit<ComponentPropsWithRef<"a">, "href"> &
	ButtonVariants & { to: string; icon?: IconName };

/** A link that looks like a button. Always a plain `<a>`: a full load, as between static pages. */
export function LinkButton({
	to,
	variant,
	size,
	block,
	icon,
	className,
	children,
	...rest
}: LinkButtonProps) {
	return (
		<a {...rest} href={to} className={buttonClass({ variant, size, block }, className)}>
			{icon && <Icon name={icon} />}
			<span>{children}</span>{" "}
		</a>
	);
}
