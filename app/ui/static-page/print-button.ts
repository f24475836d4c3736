/** Makes the button of its place, which has the icon and says the words. */
export function makePrintButton(place: HTMLElement): void {
	const button = document.createElement("button");
	const words = document.createElement("span");
	button.type = "button";
	button.className = place.className;
	words.textContent = place.dataset.print ?? "";
	button.dataset.print = "";
	button.append(...place.childNodes, words);
	place.replaceWith(button);
}
