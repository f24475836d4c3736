import { Menu as HeadlessMenu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import {
	type ButtonHTMLAttributes,
	Fragment,
	type ReactElement,
	type ReactNode,
	useEffect,
	useRef,
} from "react";
import { MenuItemContext } from "./menu-item-context.ts";

export type MenuPanelProps = {
	/** The button that opens it: an `IconButton` or any other button. */
	button: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
	/** The edge of the button that the menu is aligned to. */
	align?: "start" | "end";
	/** The press that loaded the library, and that the menu opens for. */
	opensBy: "keyboard" | "pointer";
	/** `MenuItem`s and `MenuSeparator`s. */
	children: ReactNode;
};

const Item = ({ children }: { children: ReactElement }) => <MenuItem as={Fragment}>{children}</MenuItem>;

/** The menu itself; loaded by `Menu`. */
export default function MenuPanel({ button, align = "end", opensBy, children }: MenuPanelProps) {
	const trigger = useRef<HTMLButtonElement>(null);
	useEffect(() => {
		trigger.current?.focus();
		if (opensBy === "pointer") trigger.current?.click();
		else trigger.current?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
	}, [opensBy]);
	return (
		<HeadlessMenu>
			<MenuButton as={Fragment} ref={trigger}>
				{button}
			</MenuButton>
			<MenuItems
				anchor={{ to: `bottom ${align}`, gap: 4, padding: 8 }}
				portal
				transition
				modal={false}
				className="menu menu-floating"
			>
				<MenuItemContext value={Item}>{children}</MenuItemContext>
			</MenuItems>
		</HeadlessMenu>
	);
}
