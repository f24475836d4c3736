import "i18next";
import type { words } from "./ru/index.ts";

declare module "i18next" {
	interface CustomTypeOptions {
		defaultNS: "common";
		resources: typeof words;
	}
}
