/** The server that traces are sent to. */
export type TracingSettings = { endpoint: string; headers: Record<string, string>; serviceName: string };

/**
 * The settings of traces, by OpenTelemetry's names.
 * @param headers `name=value`, separated by commas, encoded as in an address
 * @returns null without an endpoint: no traces are made
 */
export function readTracing(
	endpoint: string | undefined,
	headers = "",
	serviceName = "sobesednik",
	problem: (text: string) => void = () => {},
): TracingSettings | null {
	const pairs = headers.split(",").filter((pair) => pair.trim() !== "");
	const read = pairs.flatMap((pair) => {
		const [, name, value = ""] = /^\s*([\w-]+)\s*=\s*(\S+)\s*$/.exec(pair) ?? [];
		return name === undefined ? [] : [[name, decoded(value)] as const];
	});
	if (read.length < pairs.length)
		problem("OTEL_EXPORTER_OTLP_HEADERS: нужны пары имя=значение через запятую.");
	return endpoint === undefined ? null : { endpoint, headers: Object.fromEntries(read), serviceName };
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
