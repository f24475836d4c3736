import type { TFunction } from "i18next";

/** Why the text of a file could not be read. */
export const failureText = (t: TFunction<"files">, _failure: string | null): string => t("failure.given-up");
