/**
 * Disables a button for `data-countdown` seconds, with the remaining time in its label (`data-countdown-label`, where
 * `{time}` stands for «0:42»). Without script it is enabled at once, and the server throttles.
 */
export function startCountdown(button: HTMLButtonElement): void {
	const label = button.querySelector("span") ?? button;
	const original = label.textContent;
	const end = Date.now() + Number(button.dataset.countdown) * 1000;
	const tick = () => {
		const left = Math.ceil((end - Date.now()) / 1000);
		button.disabled = left > 0;
		const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
		label.textContent =
			left > 0 ? (button.dataset.countdownLabel ?? "{time}").replace("{time}", time) : original;
		if (left > 0) setTimeout(tick, 250);
	};
	tick();
}
