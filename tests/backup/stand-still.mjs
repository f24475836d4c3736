// Loaded before a program (`--import`): once the folder STAND_STILL_IN has a file whose name ends with STAND_STILL_AT, the
// program stands still until it is killed. A test that looks from outside may look when the file is gone again.
import { existsSync, readdirSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const { STAND_STILL_IN: folder = "", STAND_STILL_AT: end = "" } = process.env;

/** In each turn of the event loop: a file is made in one and renamed in a later one. */
function look() {
	if (existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(end)))
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
	setImmediate(look).unref();
}

if (isMainThread && end !== "") look();
