/** Why a sign-in through Yandex failed; the texts are in `yandex.failures`. */
const YANDEX_FAILURES = [
	"late",
	"cancelled",
	"refused",
	"unreachable",
	"blocked",
	"closed",
	"too-many",
	"yandex-taken",
] as const;

export type YandexFailureNotice = (typeof YANDEX_FAILURES)[number];

/** The cause in the flash cookie, where it is one of these. */
export const yandexFailureOf = (cause: string | undefined): YandexFailureNotice | null =>
	YANDEX_FAILURES.find((why) => why === cause) ?? null;
