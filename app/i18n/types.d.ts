import "i18next";
import type { texts } from "./ru/index.ts";

declare module "i18next" {
	interface CustomTypeOptions {
		defaultNS: "common";
		resources: typeof texts;
	}
}
