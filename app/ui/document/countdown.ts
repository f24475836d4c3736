/**
 * A button that may not be pressed yet: `data-countdown` seconds from now, with the time left in its words
 * (`data-countdown-label`, where `{time}` stands for «0:42»). Without script it can be pressed at once, and
 * the server answers for itself.
 */
export function startCountdown(button: HTMLButtonElement): void {
	const label = button.querySelector("span") ?? button;
	const words = label.textContent;
	const end = Date.now() + Number(button.dataset.countdown) * 1000;
	const tick = () => {
		const left = Math.ceil((end - Date.now()) / 1000);
		button.disabled = left > 0;
		const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
		label.textContent =
			left > 0 ? (button.dataset.countdownLabel ?? "{time}").replace("{time}", time) : words;
		if (left > 0) setTimeout(tick, 250);
	};
	tick();
}
