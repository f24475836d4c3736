export const SERVER: string[];
export const SERVER_SETTINGS: Record<
	"UV_THREADPOOL_SIZE" | "MALLOC_MMAP_THRESHOLD_" | "MALLOC_TRIM_THRESHOLD_" | "GLIBC_TUNABLES",
	string
>;
