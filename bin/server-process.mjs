// The arguments and environment of the server process, for `npm start` and the tests. The Dockerfile repeats them.

/**
 * Three flags limit V8's memory. `--max-semi-space-size` (MB) limits the young generation: by default Node uses a quarter
 * of a megabyte of it for each live answer. `--heap-growing-percent` starts a collection of the old generation when the
 * heap has doubled: by default V8 lets it grow to four times its size on a machine with some gigabytes
 * (docs/decisions/0044). With `--expose-gc` the buffers of a large upload are collected while it arrives
 * (app/platform/buffer-garbage.server.ts).
 */
export const SERVER = [
	"--max-semi-space-size=16",
	"--heap-growing-percent=100",
	"--expose-gc",
	"server/main.ts",
];

/**
 * Defaults of environment variables that the operator may set. Hashing a password occupies a thread, so there are more
 * of them. The others make glibc return large blocks to the system when they are freed: by default it raises its
 * threshold after the first hash, which takes 19 MB, and keeps a block of that size per thread, over 200 MB in all.
 * Huge pages make allocating a hash's memory nearly as cheap as keeping it. Other systems ignore the last three.
 */
export const SERVER_SETTINGS = {
	UV_THREADPOOL_SIZE: "8",
	MALLOC_MMAP_THRESHOLD_: "1048576",
	MALLOC_TRIM_THRESHOLD_: "1048576",
	// A single tunable: older glibc passes only the first one on to processes that a shell starts.
	GLIBC_TUNABLES: "glibc.malloc.hugetlb=1",
};
