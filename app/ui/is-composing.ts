/**
 * Whether a key belongs to the composition of a word and not to the page. Safari ends the composition before it tells
 * of the key that has ended it; only the old code of that key (229) says so.
 */
export const isComposing = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
	isComposing || keyCode === 229;
