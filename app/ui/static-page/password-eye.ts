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
