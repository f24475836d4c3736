export const NO_CHROMIUM: string;
export function findChromium(): Promise<string | undefined>;
