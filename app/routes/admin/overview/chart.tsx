import { classNames } from "../../../ui/class-names.ts";

export type Series = {
	name: string;
	values: readonly (number | null)[];
	dash?: boolean;
	color?: 1 | 2 | 3 | 4;
};

export type ChartProps = {
	/** Its content in a sentence, for people who do not see it. */
	label: string;
	kind: "stacked" | "beside" | "lines";
	/** One name a value. */
	days: readonly string[];
	series: readonly Series[];
};

/** The edges of the chart within the picture's box, which is 480 × 210 units. */
const LEFT = 54;
const RIGHT = 480;
const TOP = 12;
const BOTTOM = 186;
const LABELS = 5;

/** A chart drawn on the server: an axis from zero, three or four lines, at most four series in their order. */
export function Chart({ label, kind, days, series }: ChartProps) {
	const top = niceTop(highest(kind, days, series));
	const step = top.max / top.lines;
	const place = {
		width: (RIGHT - LEFT) / Math.max(1, days.length),
		y: (value: number) => round(BOTTOM - ((BOTTOM - TOP) * value) / top.max),
	};
	return (
		<svg className="chart" viewBox="0 0 480 210" role="img" aria-label={label}>
			{Array.from({ length: top.lines + 1 }, (_, i) => i * step).map((value) => (
				<g key={value}>
					<line
						className={value === 0 ? "base" : "grid"}
						x1={LEFT}
						x2={RIGHT}
						y1={place.y(value)}
						y2={place.y(value)}
					/>
					<text x={LEFT - 7} y={place.y(value) + 4} textAnchor="end">
						{axis.format(value)}
					</text>
				</g>
			))}
			{kind === "lines" ? (
				<Lines series={series} {...place} />
			) : (
				<Bars kind={kind} days={days} series={series} {...place} />
			)}
			{days.map((day, i) => {
				const every = Math.max(1, Math.ceil(days.length / LABELS));
				const fromEnd = days.length - 1 - i;
				if (fromEnd % every !== 0) return null;
				return (
					<text
						key={day}
						className={(fromEnd / every) % 2 === 1 ? "x2" : undefined}
						x={round(LEFT + place.width * (i + 0.5))}
						y={BOTTOM + 19}
						textAnchor={fromEnd === 0 && days.length > 1 ? "end" : "middle"}
						dx={fromEnd === 0 && days.length > 1 ? round(place.width / 2) : undefined}
					>
						{day}
					</text>
				);
			})}
		</svg>
	);
}

type Place = { width: number; y: (value: number) => number };

function Bars({ kind, days, series, width, y }: Pick<ChartProps, "kind" | "days" | "series"> & Place) {
	const room = width * 0.7;
	const bar = kind === "beside" ? room / Math.max(1, series.length) : room;
	return days.map((day, i) => {
		let below = 0;
		return (
			<g key={day}>
				{series.map(({ name, values, color }, at) => {
					const value = values[i] ?? 0;
					const from = kind === "stacked" ? below : 0;
					below += value;
					if (value <= 0) return null;
					const x = LEFT + width * i + (width - room) / 2 + (kind === "beside" ? bar * at : 0);
					return (
						<rect
							key={name}
							className={`fill s${color ?? at + 1}`}
							x={round(x)}
							y={y(from + value)}
							width={round(bar)}
							height={round(y(from) - y(from + value))}
						/>
					);
				})}
			</g>
		);
	});
}

function Lines({ series, width, y }: Pick<ChartProps, "series"> & Place) {
	return series.map(({ name, values, dash, color }, at) => (
		<path
			key={name}
			className={classNames("line", `s${color ?? at + 1}`, dash && "dash")}
			d={pathOf(
				values.map((value, i) => (value === null ? null : [round(LEFT + width * (i + 0.5)), y(value)])),
			)}
		/>
	));
}

/** A day without a value is a gap. A value with gaps on both sides is a dash, or nobody would see it. */
function pathOf(points: readonly ([number, number] | null)[]): string {
	return points
		.map((point, i) => {
			if (!point) return "";
			const before = points[i - 1];
			const [x, y] = point;
			if (before) return `L${x} ${y}`;
			return points[i + 1] ? `M${x} ${y}` : `M${x - 2} ${y}L${x + 2} ${y}`;
		})
		.join("");
}

function highest(kind: ChartProps["kind"], days: readonly string[], series: readonly Series[]): number {
	const values = days.map((_, i) => {
		const ofDay = series.map(({ values: all }) => all[i] ?? 0);
		return kind === "stacked" ? ofDay.reduce((sum, value) => sum + value, 0) : Math.max(0, ...ofDay);
	});
	return Math.max(0, ...values);
}

/** The end of the axis: 1, 2, 3, 4, 5, 6 or 8 with zeros, and how many lines divide it. */
function niceTop(value: number): { max: number; lines: number } {
	const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
	const digit = [1, 2, 3, 4, 6, 8, 10].find((one) => one * power >= value) ?? 10;
	return { max: digit * power, lines: digit % 3 === 0 ? 3 : digit % 4 === 0 ? 4 : digit === 10 ? 5 : 2 };
}

const axis = new Intl.NumberFormat("ru", { notation: "compact", maximumFractionDigits: 1 });
const round = (value: number) => Math.round(value * 10) / 10;
