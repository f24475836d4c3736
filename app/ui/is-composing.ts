/**
 * Whether a key event belongs to an IME composition. Safari ends the composition before it fires the event of the key
 * that ended it; only the legacy key code (229) tells.
 */
export const isComposing = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
	isComposing || keyCode === 229;
