/** A QR code as one path in a box of `size` modules. */
export type Qr = { size: number; path: string };

/**
 * Each run of dark modules is one rectangle of the path: separate elements would be a thousand. The stylesheet adds
 * the quiet zone. The encoder is loaded with the first code.
 */
export async function qrOf(text: string): Promise<Qr> {
	const { encode } = await import("uqr");
	const { data, size } = encode(text, { ecc: "L", boostEcc: true, border: 0 });
	const runs = data.flatMap((row, y) => {
		const line = row.map((dark) => (dark ? "#" : " ")).join("");
		return [...line.matchAll(/#+/g)].map((run) => {
			const { length } = run[0];
			return `M${run.index} ${y}h${length}v1h-${length}z`;
		});
	});
	return { size, path: runs.join("") };
}
