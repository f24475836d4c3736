// How the server's process is run: by `npm start`, and in the tests. The image says the same in its Dockerfile.

/**
 * Two flags for V8's memory. The room for what lives shortly: left to itself, Node takes a quarter of a megabyte for
 * each live answer there. And how much garbage may gather among the rest before it is collected: as much as is in use;
 * left to itself, V8 lets it come to three times as much where the machine has some gigabytes (docs/decisions/0044).
 */
export const SERVER = ["--max-semi-space-size=16", "--heap-growing-percent=100", "server/main.ts"];

/**
 * What is set for the server where the operator has not set it: more threads, as hashing a password takes one, and
 * that what is large goes back to the system when it is freed. Left to itself, glibc learns from the first password
 * that is hashed, which takes 19 MB, to keep blocks of that size, for each thread: over 200 MB that nobody uses. Large
 * pages make it nearly as cheap to take a hash's memory as to keep it. Other systems ignore the last three.
 */
export const SERVER_SETTINGS = {
	UV_THREADPOOL_SIZE: "8",
	MALLOC_MMAP_THRESHOLD_: "1048576",
	MALLOC_TRIM_THRESHOLD_: "1048576",
	// No second one beside it: older glibc passes no more than the first of them on to what a shell starts.
	GLIBC_TUNABLES: "glibc.malloc.hugetlb=1",
};
