/** A timer that comes later by more tells that this process has stood still. */
const STALL_MS = 1_000;

type Options = {
	/** Whether the process goes on for it. */
	keepsAlive?: boolean;
	/** Whether the other side has its time once more after a stall. */
	onceMore?: boolean;
};

/**
 * A timeout of what somebody else sends. After a stall of this process (a suspended machine, a busy host, long
 * synchronous work) Node runs the due timers before it reads what has come meanwhile. So that is read first. And where
 * the timer itself is late, the other side has its time once more: it may have stood still too, as everything on a
 * machine that was suspended, and what it has sent may have to be sent again on the way.
 * @returns ends it
 */
export function startTimeout(
	ms: number,
	onTimeout: () => void,
	{ keepsAlive = true, onceMore = true }: Options = {},
): () => void {
	const due = performance.now() + ms;
	let mayRepeat = onceMore;
	let soon: NodeJS.Immediate | undefined;
	const timer = setTimeout(() => {
		if (!mayRepeat || performance.now() - due < STALL_MS) {
			soon = setImmediate(onTimeout);
			return;
		}
		mayRepeat = false;
		timer.refresh();
	}, ms);
	if (!keepsAlive) timer.unref();
	return () => {
		clearTimeout(timer);
		clearImmediate(soon);
	};
}

/** A signal as that of `AbortSignal.timeout()`, which blames the other side for our stalls. */
export function timeoutSignal(ms: number, options?: Pick<Options, "onceMore">): AbortSignal {
	const controller = new AbortController();
	const late = new DOMException("The operation was aborted due to timeout", "TimeoutError");
	startTimeout(ms, () => controller.abort(late), { ...options, keepsAlive: false });
	return controller.signal;
}
