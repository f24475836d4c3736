/** Shows or hides the password that the eye button `eye` controls, and renames the button to its next act. */
export function showPassword(eye: HTMLElement): void {
	const field = document.getElementById(eye.getAttribute("aria-controls") ?? "");
	if (!(field instanceof HTMLInputElement)) return;
	const shown = field.type === "password";
	field.type = shown ? "text" : "password";
	eye.toggleAttribute("data-shown", shown);
	const words = eye.querySelector("span");
	if (words) words.textContent = (shown ? eye.dataset.hide : eye.dataset.show) ?? "";
}
