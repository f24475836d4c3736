import type { ReactNode } from "react";
import { Icon, type IconName } from "../icons/icon.tsx";
import { classNames } from "./class-names.ts";

export type BannerTone = "info" | "success" | "warning" | "error";

const ICONS: Record<BannerTone, IconName> = {
	info: "information-outline",
	success: "check-circle-outline",
	warning: "alert-outline",
	error: "alert-circle-outline",
};

type BannerProps = {
	tone?: BannerTone;
	/** Replaces the tone's own icon. */
	icon?: IconName;
	title?: ReactNode;
	id?: string;
	className?: string;
	children: ReactNode;
};

/** A message about the whole screen or form. An error is announced assertively, the rest politely. */
export function Banner({ tone = "info", icon = ICONS[tone], title, id, className, children }: BannerProps) {
	return (
		<div
			id={id}
			className={classNames("banner", tone !== "info" && `banner-${tone}`, className)}
			role={tone === "error" ? "alert" : "status"}
		>
			<Icon name={icon} />
			<div>
				{title && <b>{title}</b>} {children}
			</div>
		</div>
	);
}
