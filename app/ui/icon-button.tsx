import type { ComponentPropsWithRef } from "react";
import { Icon, type IconName, type IconSize } from "../icons/icon.tsx";
import { classNames } from "./class-names.ts";

type IconButtonVariants = {
	icon: IconName;
	/** The accessible name. In the page as text, for text browsers too. */
	label: string;
	iconSize?: IconSize;
	/** 36 px instead of 44 where there is a mouse. */
	size?: "sm" | "md";
};

type IconButtonProps = Omit<ComponentPropsWithRef<"button">, "children" | "aria-label" | "type"> &
	IconButtonVariants & {
		type?: "submit" | "button";
		/** For a toggle button. */
		pressed?: boolean;
	};

export function IconButton(props: IconButtonProps) {
	const { icon, label, iconSize, size, pressed, type = "button", className, ...rest } = props;
	return (
		<button
			title={label}
			{...rest}
			type={type}
			aria-pressed={pressed}
			className={classNames("icon-btn", size === "sm" && "icon-btn-sm", className)}
		>
			<Icon name={icon} size={iconSize} />
			<span className="sr-only">{label}</span>{" "}
		</button>
	);
}

type IconLinkProps = Omit<ComponentPropsWithRef<"a">, "children" | "aria-label" | "href"> &
	IconButtonVariants & {
		to: string;
		/** The words of a text browser, where the name repeats what stands beside it. */
		text?: string;
	};

export function IconLink({ icon, label, iconSize, size, to, text, className, ...rest }: IconLinkProps) {
	return (
		<a
			title={label}
			aria-label={text && label}
			{...rest}
			href={to}
			className={classNames("icon-btn", size === "sm" && "icon-btn-sm", className)}
		>
			<Icon name={icon} size={iconSize} />
			<span className="sr-only">{text ?? label}</span>{" "}
		</a>
	);
}
