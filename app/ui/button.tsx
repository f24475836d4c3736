import type { ComponentPropsWithRef } from "react";
import { Icon, type IconName } from "../icons/icon.tsx";
import { classNames } from "./class-names.ts";

export type ButtonLook = {
	/** Gray by default; one `primary` on a screen; `error` only inside a dialog. */
	variant?: "gray" | "primary" | "tonal" | "outline" | "text" | "ghost" | "error" | "error-text";
	/** 36, 44 and 52 px high; under a finger none is less than 44. */
	size?: "sm" | "md" | "lg";
	/** As wide as its container. */
	block?: boolean;
};

/** The classes of a button, for what only looks like one (a router's `Link`). */
export function buttonClass({ variant = "gray", size = "md", block }: ButtonLook = {}, className?: string) {
	return classNames(
		"btn",
		variant !== "gray" && `btn-${variant}`,
		size !== "md" && `btn-${size}`,
		block && "btn-block",
		className,
	);
}

type ButtonProps = Omit<ComponentPropsWithRef<"button">, "type"> &
	ButtonLook & {
		type?: "submit" | "button" | "reset";
		icon?: IconName;
		/** What it says while its form is on the way: «Входим…». */
		pendingLabel?: string;
		/** Applications say so themselves; on documents the script does it at submit. */
		pending?: boolean;
	};

/**
 * A button. Inside a form it submits unless it says otherwise. The space at its end keeps it apart from what follows
 * where there is no stylesheet.
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
	ButtonLook & { to: string; icon?: IconName };

/** A link that looks like a button. Always a plain `<a>`: a full load, as between documents. */
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
