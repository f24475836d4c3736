import {
	type ComponentPropsWithRef,
	cloneElement,
	lazy,
	type MouseEvent,
	type ReactNode,
	Suspense,
	use,
	useState,
} from "react";
import { loadPart } from "../connection/load-when-connected.ts";
import { Icon, type IconName } from "../icons/icon.tsx";
import { classNames } from "./class-names.ts";
import { MenuItemContext } from "./menu-item-context.ts";
import type { MenuPanelProps } from "./menu-panel.tsx";

const load = () => loadPart(() => import("./menu-panel.tsx"));
const MenuPanel = lazy(load);

type MenuProps = Omit<MenuPanelProps, "opensBy">;

/**
 * A menu behind a button, for hydrated pages only: static pages have popovers. The headless library loads with the
 * first press (and is prefetched on hover or focus); until then there is only the button, so a list of many menus
 * costs nothing. The panel is portaled: nothing clips it.
 */
export function Menu(props: MenuProps) {
	const [opensBy, setOpensBy] = useState<MenuPanelProps["opensBy"] | null>(null);
	const closed = cloneElement(props.button, {
		"aria-haspopup": "menu",
		"aria-expanded": false,
		onPointerEnter: load,
		onFocus: load,
		// A press by keyboard is a click with `detail` 0.
		onClick: (event: MouseEvent) => setOpensBy(event.detail === 0 ? "keyboard" : "pointer"),
	});
	if (!opensBy) return closed;
	return (
		<Suspense fallback={closed}>
			<MenuPanel {...props} opensBy={opensBy} />
		</Suspense>
	);
}

type MenuItemProps = {
	icon?: IconName;
	/** For an irreversible action. */
	danger?: boolean;
	children: ReactNode;
} & (
	| ({ to: string } & Omit<ComponentPropsWithRef<"a">, "href" | "children">)
	| ({ to?: undefined } & Omit<ComponentPropsWithRef<"button">, "children">)
);

/** One action, or a link with `to`. */
export function MenuItem({ icon, danger, className, children, ...rest }: MenuItemProps) {
	const Item = use(MenuItemContext);
	const names = classNames("menu-item", danger && "menu-item-error", className);
	const content = (
		<>
			{icon && <Icon name={icon} />}
			{children}
		</>
	);
	const item =
		rest.to === undefined ? (
			<button type="button" {...withoutTo(rest)} className={names}>
				{content}
			</button>
		) : (
			<a {...withoutTo(rest)} href={rest.to} className={names}>
				{content}
			</a>
		);
	return Item ? <Item>{item}</Item> : item;
}

function withoutTo<T extends { to?: string | undefined }>({ to: _, ...rest }: T) {
	return rest;
}

/** A line between groups of items. */
export const MenuSeparator = () => <hr className="menu-sep" />;
