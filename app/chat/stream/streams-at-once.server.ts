/** Live streams of one account in one process: three answers, each in more tabs and devices than anybody has. */
const STREAMS_AT_ONCE = 50;

const open = new Map<string, number>();

/**
 * Takes a place among the streams of an account.
 * @returns gives it back, to be called once; null: the account has as many as it may
 */
export function takeStreamPlace(accountId: string): (() => void) | null {
	const count = open.get(accountId) ?? 0;
	if (count >= STREAMS_AT_ONCE) return null;
	open.set(accountId, count + 1);
	return () => {
		const left = (open.get(accountId) ?? 1) - 1;
		if (left === 0) open.delete(accountId);
		else open.set(accountId, left);
	};
}
