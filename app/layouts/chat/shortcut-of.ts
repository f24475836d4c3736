export type Shortcut = "help" | "newChat" | "search" | "message" | "copy" | "regenerate" | "panel" | "escape";

const WITH_CTRL: Record<string, Shortcut> = { KeyK: "search" };
const WITH_CTRL_SHIFT: Record<string, Shortcut> = {
	KeyO: "newChat",
	KeyC: "copy",
	KeyS: "panel",
	Enter: "regenerate",
};

type Pressed = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey" | "target">;

/**
 * The shortcut of a key. Letters are matched by physical key, so that they work with a Russian layout. Single
 * characters are none while the user types.
 */
export function shortcutOf(event: Pressed): Shortcut | undefined {
	const { key, code, shiftKey, target } = event;
	if (event.altKey) return undefined;
	if (event.ctrlKey || event.metaKey) return (shiftKey ? WITH_CTRL_SHIFT : WITH_CTRL)[code];
	if (key === "Escape") return "escape";
	if (target instanceof Element && target.closest("input, textarea, select, [contenteditable]"))
		return undefined;
	if (key === "?" || (code === "Slash" && shiftKey)) return "help";
	if (code === "Slash" || key === "/") return "message";
	return undefined;
}
