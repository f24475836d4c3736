import { rubles } from "../rubles.server.ts";
import { translate } from "../texts.server.ts";
import type { PromoCodeRow } from "./promo-code.server.ts";

/** «−20 %», «−300 ₽» or «+14 дней». */
export function promoGives({ kind, value }: Pick<PromoCodeRow, "kind" | "value">): string {
	switch (kind) {
		case "percent":
			return translate("promo.percent", { value });
		case "sum":
			return translate("promo.sum", { sum: rubles(value) });
		case "days":
			return translate("promo.days", { count: value });
	}
}

export type PromoState = "active" | "waits" | "ended" | "used-up" | "off";

/** Whether a code can be used now, and if not, why. */
export function promoStateOf(row: PromoCodeRow, now: number): PromoState {
	if (row.off_at !== null) return "off";
	if (row.ends_at !== null && row.ends_at <= now) return "ended";
	if (row.max_uses !== null && row.used >= row.max_uses) return "used-up";
	return row.starts_at !== null && row.starts_at > now ? "waits" : "active";
}
