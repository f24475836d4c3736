/** Why an answer has no text yet. */
export const waiting = {
	loading: "Модель запускается. Ответ начнётся, как только она будет готова.",
	first: "Вы первый в очереди",
	second: "Вы второй в очереди",
	third: "Вы третий в очереди",
	fourth: "Вы четвёртый в очереди",
	further: "Вы в очереди, ваше место: {{count}}",
} as const;
