export const NO_LYNX: string;
export function findLynx(): string | undefined;
