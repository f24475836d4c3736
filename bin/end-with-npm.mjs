// Loaded before a command that npm has started (bin/prepare.mjs). npm runs it in a shell and sends signals to that
// shell only, which ends without forwarding them; another parent process is the only sign of it.
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"];

/** Whether the process has been told to end. A second signal would cut its orderly end short. */
let isSignalled = false;
const heard = new Set();
// Only where the command itself listens: without listeners a signal ends a process.
process.on("newListener", (signal) => {
	if (!SIGNALS.includes(signal) || heard.has(signal)) return;
	heard.add(signal);
	process.on(signal, () => {
		isSignalled = true;
	});
});

const parent = process.ppid;
let isAlone = false;
const timer = setInterval(() => {
	if (process.ppid === parent) return;
	// After a busy event-loop turn timers run before signal handlers, so this waits one more interval for the signal.
	if (!isAlone) {
		isAlone = true;
		return;
	}
	clearInterval(timer);
	if (!isSignalled) process.kill(process.pid, "SIGTERM");
}, 250).unref();
