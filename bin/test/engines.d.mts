export type EngineName = "firefox" | "webkit";
export const HOW_TO_INSTALL: Record<EngineName, string>;
export function findFirefox(): string | undefined;
export function findWebKit(): { driver: string; display: string; browser: string } | undefined;
