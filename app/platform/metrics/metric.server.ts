/** Names with few possible values each: every combination is kept, and is a time series in Prometheus. */
export type Labels = Record<string, string>;

type Value = { suffix?: string; labels?: Labels; value: number };

/** A metric of Prometheus with its values now. */
export type Metric = {
	name: string;
	type: "gauge" | "counter" | "histogram";
	help: string;
	values: () => readonly Value[];
};

/** A value that is read when it is asked for. */
export const gauge = (name: string, help: string, value: number, labels?: Labels): Metric => ({
	name,
	type: "gauge",
	help,
	values: () => [{ value, labels }],
});

/** A number that only grows, one for each set of labels. */
export class Counter implements Metric {
	readonly type = "counter";
	readonly name: string;
	readonly help: string;
	readonly #counts = new Map<string, { labels: Labels; value: number }>();

	constructor(name: string, help: string) {
		this.name = name;
		this.help = help;
	}

	add(labels: Labels = {}): void {
		const key = JSON.stringify(labels);
		const count = this.#counts.get(key);
		if (count) count.value++;
		else this.#counts.set(key, { labels, value: 1 });
	}

	readonly values = () => [...this.#counts.values()];
}

/** How many observations were below each bound, for each set of labels. */
export class Histogram implements Metric {
	readonly type = "histogram";
	readonly name: string;
	readonly help: string;
	readonly #bounds: readonly number[];
	readonly #series = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>();

	/** @param bounds in seconds, ascending */
	constructor(name: string, help: string, bounds: readonly number[]) {
		this.name = name;
		this.help = help;
		this.#bounds = bounds;
	}

	observe(seconds: number, labels: Labels = {}): void {
		const key = JSON.stringify(labels);
		let series = this.#series.get(key);
		if (!series) {
			series = { labels, counts: this.#bounds.map(() => 0), sum: 0, count: 0 };
			this.#series.set(key, series);
		}
		series.sum += seconds;
		series.count++;
		const place = this.#bounds.findIndex((bound) => seconds <= bound);
		if (place >= 0) series.counts[place] = (series.counts[place] ?? 0) + 1;
	}

	readonly values = () =>
		[...this.#series.values()].flatMap(({ labels, counts, sum, count }) => {
			let below = 0;
			const buckets = this.#bounds.map((bound, i) => {
				below += counts[i] ?? 0;
				return { suffix: "_bucket", labels: { ...labels, le: String(bound) }, value: below };
			});
			return [
				...buckets,
				{ suffix: "_bucket", labels: { ...labels, le: "+Inf" }, value: count },
				{ suffix: "_sum", labels, value: sum },
				{ suffix: "_count", labels, value: count },
			];
		});
}

/** Metrics in Prometheus' text format. */
export const metricsText = (metrics: readonly Metric[]): string => `${metrics.flatMap(linesOf).join("\n")}\n`;

function linesOf({ name, type, help, values }: Metric): string[] {
	return [
		`# HELP ${name} ${help}`,
		`# TYPE ${name} ${type}`,
		...values().map(
			({ suffix = "", labels = {}, value }) => `${name}${suffix}${labelsText(labels)} ${value}`,
		),
	];
}

function labelsText(labels: Labels): string {
	const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
	return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

const escaped = (value: string) => value.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n");
