const UNITS = ["Б", "КБ", "МБ", "ГБ", "ТБ"];

/** «1,28 ГБ»; a kilobyte has 1024 bytes. */
export function formatBytes(bytes: number): string {
	const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
	const digits = power < 3 ? 0 : 2;
	return `${(bytes / 1024 ** power).toFixed(digits).replace(".", ",")} ${UNITS[power]}`;
}
