import { open } from "node:fs/promises";
import { devNull } from "node:os";
import { type MockInstance, onTestFinished, vi } from "vitest";

/** As the system says it of a disk that is full (`ENOSPC`) or broken (`EIO`). */
export function diskError(code: "ENOSPC" | "EIO"): NodeJS.ErrnoException {
	return Object.assign(new Error(`${code}: the disk does not take it, fdatasync`), {
		code,
		syscall: "fdatasync",
	});
}

/** Stands between this process and the disk until the test ends: every sync of a file goes through what is returned. */
export async function countSyncs(): Promise<MockInstance<() => Promise<void>>> {
	const file = await open(devNull);
	const spy = vi.spyOn(Object.getPrototypeOf(file) as { datasync: () => Promise<void> }, "datasync");
	await file.close();
	onTestFinished(() => spy.mockRestore());
	return spy;
}
