export const SHELL: string;
export const NO_CHROMIUM: string;
export function findChromium(): Promise<string | undefined>;
