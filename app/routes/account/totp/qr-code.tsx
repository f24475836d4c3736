import type { Qr } from "./qr-path.server.ts";

/** Dark on white in both themes: not every camera reads inverted codes. */
export function QrCode({ qr, label }: { qr: Qr; label: string }) {
	return (
		<svg className="qr" viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={label}>
			<path d={qr.path} />
		</svg>
	);
}
