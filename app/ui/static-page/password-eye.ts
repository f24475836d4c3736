/** Makes the button of its place, which names the field and has the icons. */
export function makeEye(place: HTMLElement): void {
	const eye = document.createElement("button");
	const label = document.createElement("span");
	eye.type = "button";
	eye.className = place.className;
	eye.setAttribute("aria-controls", place.dataset.passwordEye ?? "");
	Object.assign(eye.dataset, place.dataset);
	label.className = "sr-only";
	label.textContent = place.dataset.show ?? "";
	eye.append(...place.childNodes, label);
	place.replaceWith(eye);
}

/** Shows or hides the password that the button `eye` controls, and updates the button's label. */
export function showPassword(eye: HTMLElement): void {
	const field = document.getElementById(eye.getAttribute("aria-controls") ?? "");
	if (!(field instanceof HTMLInputElement)) return;
	const shown = field.type === "password";
	field.type = shown ? "text" : "password";
	eye.toggleAttribute("data-shown", shown);
	const label = eye.querySelector("span");
	if (label) label.textContent = (shown ? eye.dataset.hide : eye.dataset.show) ?? "";
}
