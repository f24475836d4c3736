import { Icon } from "../icons/icon.tsx";
import { buttonClass } from "./button.tsx";

/**
 * Prints a static page. Until its script runs only its place is there: a text browser would show a button that does
 * nothing.
 */
export const PrintButton = ({ words }: { words: string }) => (
	<span className={buttonClass({}, "script-only")} data-print={words}>
		<Icon name="printer-outline" />
	</span>
);
